import type {
  BatteryStrategiesInput,
  HourlySummary,
  InputBattery,
  InputBatteryProgram,
  InputConsumption,
  InputLocation,
  InputPrices,
  InputPv,
  SimulationInput,
} from '../../schemas/types.ts';
import { roundTo } from '../round.ts';
import { usesPreset } from './hourly-prices.ts';
import type { Prices } from './house.ts';
import type {
  BatteryTraits,
  ComparisonHouse,
  ConsumptionRequest,
  HouseRequest,
  LocationRequest,
  PricesRequest,
  ProgramRequest,
  SimulationHouse,
} from './house-request.ts';
import type { Zone } from './location.ts';
import type { Series } from './series.ts';

const COMPARE_NOTE =
  'battery.capacity_kwh and battery.strategy are not used here: compare sets both. Without battery.power_kw each size has half its capacity as power.';

/** The `input` of a simulation answer. */
export function simulationInput(
  request: SimulationHouse,
  zone: Zone,
  prices: Prices,
): SimulationInput {
  const { battery } = request;
  return {
    ...houseInput(request, zone),
    battery: battery && {
      capacity_kwh: battery.capacityKwh,
      power_kw: battery.powerKw,
      strategy: battery.strategy,
      ...traitsInput(battery),
    },
    prices: pricesInput(request.prices, prices),
  };
}

/** The `input` of a battery-strategies answer. */
export function comparisonInput(
  request: ComparisonHouse,
  zone: Zone,
  prices: Prices,
): BatteryStrategiesInput {
  const { battery, powerKw, compare } = request;
  return {
    ...houseInput(request, zone),
    battery: { power_kw: powerKw, ...traitsInput(battery) },
    prices: pricesInput(request.prices, prices),
    compare: {
      strategies: [...compare.strategies],
      sizes_kwh: [...compare.sizesKwh],
      cost_sek_by_size:
        compare.costSekBySize && costsInput(compare.sizesKwh, compare.costSekBySize),
      note: COMPARE_NOTE,
    },
  };
}

function houseInput(request: HouseRequest, zone: Zone) {
  return {
    location: locationInput(request.location, zone),
    consumption: consumptionInput(request.consumption),
    pv: pvInput(request.pv),
  };
}

function locationInput(location: LocationRequest | null, { zone, source }: Zone): InputLocation {
  const point = location ? { lat: location.lat, lng: location.lng } : {};
  return { ...point, zone, zone_source: source };
}

function consumptionInput(consumption: ConsumptionRequest): InputConsumption {
  if (consumption.form === 'hourly') return { hourly_kwh: summary(consumption.hourlyKwh) };
  return { yearly_kwh: consumption.yearlyKwh, ev_km_per_day: consumption.evKmPerDay };
}

function pvInput(pv: HouseRequest['pv']): InputPv {
  if (pv.form === 'hourly') return { hourly_kwh: summary(pv.values) };
  return { monthly_profile: pv.rows };
}

function traitsInput(
  traits: BatteryTraits,
): Omit<InputBattery, 'capacity_kwh' | 'power_kw' | 'strategy'> {
  return {
    soc_min: traits.socMin,
    soc_max: traits.socMax,
    round_trip_efficiency: traits.roundTripEfficiency,
    peak_target_kw: traits.peakTargetKw,
    arbitrage_min_spread_sek_per_kwh: traits.minSpreadSekPerKwh,
    priority: [...traits.priority],
    frequency_reserve: traits.program && programInput(traits.program),
  };
}

function programInput(program: ProgramRequest): InputBatteryProgram {
  if (program.form === 'named') return { program: program.name };
  const { provider, sourceUrl, asOf, terms } = program;
  return {
    provider,
    ...(sourceUrl === null ? {} : { source_url: sourceUrl }),
    ...(asOf === null ? {} : { as_of: asOf }),
    terms: {
      basis: terms.basis,
      reserved_capacity_share: terms.capacityShare,
      reserved_power_share: terms.powerShare,
      fixed_sek_per_month: terms.sekPerMonth,
      sek_per_kwh_capacity_per_year: terms.sekPerKwhYear,
      sek_per_kw_per_year: terms.sekPerKwYear,
    },
  };
}

function pricesInput(request: PricesRequest, prices: Prices): InputPrices {
  const { importPrice, exportPrice } = request;
  return {
    preset: usesPreset(request) ? 'se_spot' : null,
    ...(importPrice ? { import_sek_per_kwh: priceInput(importPrice) } : {}),
    ...(exportPrice ? { export_sek_per_kwh: priceInput(exportPrice) } : {}),
    monthly_fee_sek: prices.monthlyFeeSek,
    peak_charge_sek_per_kw_month: prices.peakChargeSekPerKw,
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
