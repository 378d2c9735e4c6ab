import { DAYS } from '../../../../schemas/codec/axes.ts';
import type { ModelGridTariff, PriceForm, SimulationModel } from '../../../../schemas/types.ts';
import { HORIZON_HOURS } from '../../battery/planner.ts';
import { HOUSE_MODEL } from '../../house/house-load.ts';
import { roundTo } from '../../round.ts';
import type { HouseGridTariff, ResolvedInputs } from '../house-case.ts';
import type { PricesRequest } from '../house-request.ts';

const PEAKS_NOTE =
  'The load is that of one typical house in a fixed order of days: the highest hours of yours come at other times and may be higher or lower, and with them the power charge. Give consumption.hourly_kwh to see the peaks of your house.';

/**
 * The `model` of an answer: how the run was made, and what the household model and the preset put in.
 * @param fadePct loss of capacity that the paybacks count with, % a year. 0 without a battery
 */
export function modelOf(
  prices: PricesRequest,
  inputs: ResolvedInputs,
  fadePct: number,
): SimulationModel {
  const { preset, grid } = inputs;
  return {
    dispatch: 'day_ahead_greedy',
    time_step: 'hourly',
    simulated_days: DAYS,
    simulated_year: inputs.year,
    zone: inputs.zone,
    zone_source: inputs.zoneSource,
    horizon_hours: HORIZON_HOURS,
    engine: 'merit-order 1',
    priority_rule:
      'A goal left out is off. peak_shaving first: monthly peaks are lowered where that pays; otherwise they are only not raised. Between self_consumption and arbitrage the higher value decides.',
    ageing: ageingText(fadePct),
    battery_start: 'lowest state of charge on 1 January',
    prices: priceForm(prices),
    ...priceNote(prices),
    ...householdModel(inputs),
    ...preset,
    ...(grid && { tariff: { ...preset?.tariff, grid: gridTariffModel(grid) } }),
  };
}

function ageingText(fadePct: number): string {
  if (fadePct === 0) return 'none within the year';
  return `none within the year. Paybacks: ${fadePct} % of the first capacity less each year`;
}

function priceForm({
  resolution,
  import_sek_per_kwh,
  export_sek_per_kwh,
}: PricesRequest): PriceForm {
  const sides = [import_sek_per_kwh, export_sek_per_kwh];
  if (sides.every((price) => typeof price === 'number')) return 'flat';
  // A side that is left out is the preset's.
  const hasHours = sides.some((price) => price === undefined || price instanceof Float64Array);
  return resolution === 'hourly' && hasHours ? 'hourly' : 'month_x_hour_profile';
}

function priceNote({ resolution, import_sek_per_kwh, export_sek_per_kwh }: PricesRequest): {
  prices_note?: string;
} {
  if (resolution === 'hourly') return {};
  const sides = [
    ...(import_sek_per_kwh instanceof Float64Array ? ['import'] : []),
    ...(export_sek_per_kwh instanceof Float64Array ? ['export'] : []),
  ];
  if (sides.length === 0) return {};
  const which = sides.join(' and ');
  return {
    prices_note: `The 8760 ${which} prices were averaged per month and Swedish clock hour.`,
  };
}

function householdModel({
  household,
  prices,
}: ResolvedInputs): Pick<SimulationModel, 'household' | 'peaks_note'> {
  if (household === null) return {};
  return {
    household: {
      model: HOUSE_MODEL,
      household_kwh: roundTo(household.partsKwh.household, 2),
      hot_water_kwh: roundTo(household.partsKwh.hot_water, 2),
      space_heat_kwh: roundTo(household.partsKwh.space_heat, 2),
      temperatures_of: household.temperatures.place,
    },
    ...(prices.power.length > 0 ? { peaks_note: PEAKS_NOTE } : {}),
  };
}

/**
 * Says where `combined` saves less than `arbitrage` for the sake of a peak target. Nothing where it does not.
 * @param where the run or the sizes, as in "would save 12.34 SEK more"
 */
export function peakTargetNote(where: string | null): { peak_target_note?: string } {
  if (where === null) return {};
  return {
    peak_target_note: `combined keeps to peak_target_kw; arbitrage, which takes no target, ${where}.`,
  };
}

/** The list's part of an answer's `model`. */
function gridTariffModel({ list, fuseA, unstated }: HouseGridTariff): ModelGridTariff {
  return {
    id: list.id ?? null,
    company: list.company ?? null,
    valid: { from: list.valid_from ?? null, to: list.valid_to ?? null },
    source: list.source ?? null,
    trust: list.trust ?? null,
    fuse_a: fuseA,
    unstated,
  };
}
