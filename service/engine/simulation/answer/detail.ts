import { HOURS, MONTH_START, MONTHS } from '../../../../schemas/codec/axes.ts';
import type { SimulationDetail, SimulationResponse } from '../../../../schemas/types.ts';
import { type YearHours, yearHours } from '../../battery/accounting.ts';
import type { HouseYear } from '../../battery/simulate-house.ts';
import { roundTo } from '../../round.ts';
import type { SimulationCase } from '../house-case.ts';
import { monthHourMeans, profileRows } from '../series.ts';

const DECIMALS = 4;
/** Steps of the last decimal in 1 kWh. */
const STEPS = 10 ** DECIMALS;

/** The hours of a year in an answer: none unless the request wants them. */
export function detailBody(
  { request: { detail }, prices }: SimulationCase,
  { privateBattery, flows, served }: HouseYear,
): Pick<SimulationResponse, SimulationDetail> {
  if (!detail) return {};
  const hours = yearHours(served, prices, privateBattery, flows);
  return detail === 'hourly'
    ? { hourly: tablesOf(hours, roundKeepingSums, roundHours) }
    : { typical_days: tablesOf(hours, typicalDays, typicalDays) };
}

/** The nine series, those of flowing energy by one form and those of states by another. */
function tablesOf<T>(
  hours: YearHours,
  flowing: (kwh: Float64Array) => T,
  state: (values: Float64Array) => T,
) {
  return {
    pv_kwh: flowing(hours.pvKwh),
    load_kwh: flowing(hours.loadKwh),
    import_kwh: flowing(hours.importKwh),
    export_kwh: flowing(hours.exportKwh),
    charge_kwh: flowing(hours.chargeKwh),
    discharge_kwh: flowing(hours.dischargeKwh),
    level_kwh: state(hours.levelKwh),
    import_price_sek_per_kwh: state(hours.importSekPerKwh),
    export_price_sek_per_kwh: state(hours.exportSekPerKwh),
  };
}

/** Means per month and clock hour. */
function typicalDays(hours: Float64Array): number[][] {
  return profileRows(monthHourMeans(hours).map((mean) => roundTo(mean, DECIMALS)));
}

function roundHours(hours: Float64Array): number[] {
  return Array.from(hours, (value) => roundTo(value, DECIMALS));
}

/**
 * Rounded so that the sum of a month up to any of its hours is rounded too: 744 hours that are each
 * that are only rounded can be off by 0.04 kWh together. An hour without energy stays without.
 */
function roundKeepingSums(kwh: Float64Array): number[] {
  const rounded = new Array<number>(HOURS);
  for (let month = 0; month < MONTHS; month++) {
    let sumKwh = 0;
    let sentSteps = 0;
    for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
      sumKwh += kwh[t];
      const steps = Math.round(sumKwh * STEPS);
      rounded[t] = (steps - sentSteps) / STEPS;
      sentSteps = steps;
    }
  }
  return rounded;
}
