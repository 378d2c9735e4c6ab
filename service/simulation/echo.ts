import type {
  BatteryComparison,
  BatteryProgramAssumptions,
  BatteryStrategiesInput,
  HourlySummary,
  InputConsumption,
  InputPrices,
  InputPv,
  NamedBatteryProgram,
  PriceArea,
  ProviderBatteryProgram,
  ProviderBatteryTerms,
  SimulationBattery,
  SimulationInput,
  SimulationLocation,
} from '../../schemas/types.ts';
import type { ProgramTerms } from '../battery/battery-program.ts';
import type { Comparison } from '../battery/compare-batteries.ts';
import type { Prices } from '../battery/house.ts';
import { roundTo } from '../round.ts';
import {
  type BatteryRequest,
  type ComparisonHouse,
  type ConsumptionRequest,
  type HouseRequest,
  type LocationRequest,
  type PricesRequest,
  type ProgramRequest,
  type SimulationHouse,
  usesPreset,
} from './house-request.ts';
import type { Market } from './market.ts';
import type { Series } from './series.ts';

/** The `input` of a simulation answer. It can be sent back, but for summed-up series. */
export function simulationInput(
  request: SimulationHouse,
  { zone, prices }: Market,
): SimulationInput {
  const { location, consumption, pv, battery } = request;
  return {
    ...(location ? { location: locationInput(location, zone) } : {}),
    consumption: consumptionInput(consumption),
    pv: pvInput(pv),
    ...(battery ? { battery: batteryInput(battery) } : {}),
    prices: pricesInput(request.prices, prices),
  };
}

/** The `input` of a battery-strategies answer. It can be sent back, but for summed-up series. */
export function comparisonInput(
  request: ComparisonHouse,
  { zone, prices }: Market,
): BatteryStrategiesInput {
  const { location, consumption, pv, battery, powerKw, unused, compare } = request;
  return {
    ...(location ? { location: locationInput(location, zone) } : {}),
    consumption: consumptionInput(consumption),
    pv: pvInput(pv),
    battery: batteryInput({ ...battery, ...unused, powerKw: powerKw ?? 0 }),
    prices: pricesInput(request.prices, prices),
    compare: comparedInput(compare),
  };
}

function locationInput({ lat, lng }: LocationRequest, zone: PriceArea): SimulationLocation {
  return { lat, lng, zone };
}

function consumptionInput(consumption: ConsumptionRequest): InputConsumption {
  if (consumption.form === 'hourly') return { hourly_kwh: summary(consumption.hourlyKwh) };
  return { yearly_kwh: consumption.yearlyKwh, ev_km_per_day: consumption.evKmPerDay };
}

function pvInput(pv: HouseRequest['pv']): InputPv {
  if (pv.form === 'hourly') return { hourly_kwh: summary(pv.values) };
  return { monthly_profile: pv.rows };
}

/** A power of 0, of a battery of capacity 0 or of one that compare sizes, is none that could be sent. */
function batteryInput(battery: BatteryRequest): SimulationBattery {
  const { capacityKwh, powerKw, peakTargetKw, program } = battery;
  return {
    capacity_kwh: capacityKwh,
    ...(powerKw > 0 ? { power_kw: powerKw } : {}),
    strategy: battery.strategy,
    soc_min: battery.socMin,
    soc_max: battery.socMax,
    round_trip_efficiency: battery.roundTripEfficiency,
    ...(peakTargetKw === null ? {} : { peak_target_kw: peakTargetKw }),
    arbitrage_min_spread_sek_per_kwh: battery.minSpreadSekPerKwh,
    priority: [...battery.priority],
    ...(program ? { frequency_reserve: programInput(program) } : {}),
  };
}

function programInput(program: ProgramRequest): NamedBatteryProgram | ProviderBatteryProgram {
  if (program.form === 'named') return { program: program.name };
  const { provider, sourceUrl, asOf, terms } = program;
  return {
    provider,
    ...(sourceUrl === null ? {} : { source_url: sourceUrl }),
    ...(asOf === null ? {} : { as_of: asOf }),
    terms: termsInput(terms, program.assumptions),
  };
}

/** Terms that were left out stay out: the answer's assumptions tell them. */
function termsInput(
  terms: ProgramTerms,
  assumptions: BatteryProgramAssumptions,
): ProviderBatteryTerms {
  const { basis, ...amounts } = {
    basis: terms.basis,
    reserved_capacity_share: terms.capacityShare,
    reserved_power_share: terms.powerShare,
    fixed_sek_per_month: terms.sekPerMonth,
    sek_per_kwh_capacity_per_year: terms.sekPerKwhYear,
    sek_per_kw_per_year: terms.sekPerKwYear,
  };
  const given = Object.entries(amounts).filter(([name]) => !(name in assumptions));
  return { basis, ...Object.fromEntries(given) };
}

function pricesInput(request: PricesRequest, prices: Prices): InputPrices {
  const { importPrice, exportPrice } = request;
  return {
    ...(usesPreset(request) ? { preset: 'se_spot' } : {}),
    ...(importPrice ? { import_sek_per_kwh: priceInput(importPrice) } : {}),
    ...(exportPrice ? { export_sek_per_kwh: priceInput(exportPrice) } : {}),
    monthly_fee_sek: prices.monthlyFeeSek,
    peak_charge_sek_per_kw_month: prices.peakChargeSekPerKw,
  };
}

function comparedInput({ strategies, sizesKwh, costSekBySize }: Comparison): BatteryComparison {
  return {
    strategies: [...strategies],
    sizes_kwh: [...sizesKwh],
    ...(costSekBySize ? { cost_sek_by_size: costsInput(sizesKwh, costSekBySize) } : {}),
  };
}

function priceInput(price: Series): number | number[][] | HourlySummary {
  if (price.form === 'flat') return price.value;
  return price.form === 'profile' ? price.rows : summary(price.values);
}

function summary(values: Float64Array): HourlySummary {
  const sum = values.reduce((total, value) => total + value, 0);
  return { length: values.length, sum: roundTo(sum, 2) };
}

function costsInput(sizesKwh: readonly number[], costs: readonly number[]): Record<string, number> {
  const given = sizesKwh.map((size, at): [string, number] => [String(size), costs[at]]);
  return Object.fromEntries(given.filter(([, cost]) => !Number.isNaN(cost)));
}
