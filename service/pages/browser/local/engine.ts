/** The service's own engine, called with the API's request: the page's answer while a slider moves. */

import { yearTotal } from '#engine/battery/accounting.ts';
import { bestBatteries } from '#engine/battery/best-batteries.ts';
import { type BatteriesCase, compareBatteries } from '#engine/battery/compare-batteries.ts';
import { daySavings } from '#engine/battery/day-savings.ts';
import { type BatteryTraits, defaultPowerKw } from '#engine/battery/home-battery.ts';
import type { Prices } from '#engine/battery/house.ts';
import { savedSek, simulateHouse } from '#engine/battery/simulate-house.ts';
import { houseLoad } from '#engine/house/house-load.ts';
import { plainPower } from '#engine/tariff/plain-power.ts';
import { HOURS } from '../../../../schemas/codec/axes.ts';
import type {
  BatteryStrategiesRequest,
  BatteryStrategy,
  PriceSeries,
  SimulationConsumption,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import { hoursOf, repeatProfile } from '../../../api/simulation/series.ts';
import type { DayHours } from './house-days.ts';
import type { MoneyAnswer } from './money-answer.ts';

/** The API's battery where a request says nothing (its schema's defaults). */
export const USUAL_BATTERY: BatteryTraits = {
  socMin: 0.1,
  socMax: 1,
  roundTripEfficiency: 0.9,
  peakTargetKw: null,
  minSpreadSekPerKwh: 0.2,
  priority: ['peak_shaving', 'self_consumption', 'arbitrage'],
};

/** The hours of a house's year, and what its battery saves. */
export interface HouseDays extends DayHours {
  /** Savings on the energy of each day, SEK; null without a battery. */
  daySek: Float64Array | null;
  /** Savings of the battery, and those possible with the whole year known, SEK. */
  savesSek: number;
  possibleSek: number;
}

/** Compares the batteries of a request as the API does. @param market its answer for the request's place */
export function compareHere(
  request: BatteryStrategiesRequest,
  market: SimulationMarket,
): MoneyAnswer {
  const batteriesCase = buildBatteriesCase(request, market);
  const { prices, battery, compare } = batteriesCase;
  const { withoutSystem, pvOnly, cells } = compareBatteries(batteriesCase);
  const { bySize } = bestBatteries(cells, prices, battery.roundTripEfficiency, compare);
  return {
    costSek: yearTotal(withoutSystem.costSek),
    sunSek: savedSek(withoutSystem, pvOnly),
    cells: cells.map((cell) => ({
      sizeKwh: cell.sizeKwh,
      strategy: cell.strategy,
      savesSek: cell.batterySavingsSek,
      cyclesPerYear: cell.cycles,
      isBestOfSize: bySize.includes(cell),
    })),
  };
}

/** Computes the days of a house with one battery of a request; size 0 is none. */
export function computeDays(
  request: BatteryStrategiesRequest,
  market: SimulationMarket,
  sizeKwh: number,
  strategy: BatteryStrategy,
): HouseDays {
  const { house, prices, battery: traits } = buildBatteriesCase(request, market);
  const size = { capacityKwh: sizeKwh, powerKw: defaultPowerKw(sizeKwh) };
  const battery = { ...traits, ...size, strategy };
  const { flows, privateBattery, ...year } = simulateHouse({
    house,
    prices,
    battery,
    program: null,
  });
  const { chargeKwh, dischargeKwh } = flows;
  return {
    ...house,
    chargeKwh,
    dischargeKwh,
    importSekPerKwh: prices.importSekPerKwh,
    daySek: sizeKwh > 0 ? daySavings(house, prices, privateBattery, flows) : null,
    savesSek: year.battery.savingsSek,
    possibleSek: year.battery.possibleSavingsSek,
  };
}

/** Builds what the engine takes of a request. */
export function buildBatteriesCase(
  { consumption, pv, prices, battery, compare }: BatteryStrategiesRequest,
  market: SimulationMarket,
): BatteriesCase {
  const sizesKwh = compare?.sizes_kwh ?? [];
  const costs = compare?.cost_sek_by_size ?? {};
  return {
    house: {
      loadKwh: buildLoad(consumption ?? {}, market),
      pvKwh: expandHours(pv.hourly_kwh ?? pv.monthly_profile ?? 0),
    },
    prices: buildPrices(prices ?? {}, market),
    battery: USUAL_BATTERY,
    powerKw: battery?.power_kw ?? null,
    program: null,
    compare: {
      strategies: compare?.strategies ?? [],
      sizesKwh,
      costSekBySize: sizesKwh.map((size) => costs[String(size)] ?? Number.NaN),
    },
  };
}

function buildPrices(
  own: NonNullable<BatteryStrategiesRequest['prices']>,
  { prices, hours }: SimulationMarket,
): Prices {
  const preset = own.resolution === 'hourly' && hours ? hours : prices;
  return {
    importSekPerKwh: expandHours(own.import_sek_per_kwh ?? preset.import_sek_per_kwh),
    exportSekPerKwh: expandHours(own.export_sek_per_kwh ?? preset.export_sek_per_kwh),
    monthlyFeeSek: own.monthly_fee_sek ?? prices.monthly_fee_sek,
    power: plainPower(own.peak_charge_sek_per_kw_month ?? prices.peak_charge_sek_per_kw_month),
  };
}

/** Expands a number, a table [month][clock hour] or hours to 8760 hours. */
export function expandHours(series: PriceSeries): Float64Array {
  if (typeof series === 'number') return hoursOf(series);
  if (series.length === HOURS) return Float64Array.from(series.flat());
  return repeatProfile(series.flat());
}

/** The caller's hours, or the household model's at the market's place. */
function buildLoad(
  { hourly_kwh, yearly_kwh, ev_km_per_day = 0 }: SimulationConsumption,
  { household, model }: SimulationMarket,
): Float64Array {
  if (hourly_kwh) return Float64Array.from(hourly_kwh);
  const use = { yearlyKwh: yearly_kwh ?? household.yearly_kwh, evKmPerDay: ev_km_per_day };
  return houseLoad(household.record, household.temperature_c, model.spot_year, use);
}
