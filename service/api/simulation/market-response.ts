import { HOUSE_MODEL, householdParts, useLoads } from '#engine/house/house-load.ts';
import { houseYear } from '#engine/house/house-year.ts';
import { roundTo } from '#engine/round.ts';
import { plainChargeSek } from '#engine/tariff/plain-power.ts';
import consumption from '../../../schemas/api/simulation-consumption.schema.json' with {
  type: 'json',
};
import { HOUSEHOLD_USES, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type {
  MarketGrid,
  MarketHours,
  MarketHousehold,
  MarketTariff,
  PriceArea,
  SimulationMarket,
  SimulationMarketInput,
} from '../../../schemas/types.ts';
import { type HouseGridTariff, namedGridTariff } from './grid-tariff.ts';
import type { HouseholdModel, HouseRequest } from './house-request.ts';
import { marketOf } from './market.ts';
import { type PlaceTemperatures, placeTemperatures } from './place-temperature.ts';
import { monthHourMeans, profileRows } from './series.ts';
import { spotYear } from './spot-hours.ts';
import {
  gridFee,
  newestTariff,
  type PresetTariff,
  spotPreset,
  spotProfile,
} from './spot-preset.ts';

const { yearly_kwh, ev_km_per_day } = consumption.properties;

const DEFAULT_LOAD: HouseholdModel = {
  yearly_kwh: yearly_kwh.default,
  ev_km_per_day: ev_km_per_day.default,
};

/**
 * The market of a house of which nothing is known but its place, which is covered: what `marketOf`
 * settles for its simulation, and the parts that it is made of. Prices are not rounded, so that a
 * simulation with them is to the last digit the one without.
 */
export function marketAnswer(
  dataset: PricesArtifact,
  input: SimulationMarketInput,
): SimulationMarket {
  const house = houseAt(input);
  const market = marketOf(house, undefined, dataset);
  const { prices, grid, zone, zoneSource, attribution, loadKwh } = market;
  const preset = spotPreset(dataset, house.location, zone);
  const { tariff, ...spot } = preset.model;
  const { resolution } = input;
  const importProfile = grid?.energySekPerKwh
    ? monthHourMeans(prices.importSekPerKwh)
    : preset.importSekPerKwh;
  return {
    prices: {
      import_sek_per_kwh: profileRows(importProfile),
      export_sek_per_kwh: profileRows(preset.exportSekPerKwh),
      monthly_fee_sek: prices.monthlyFeeSek,
      peak_charge_sek_per_kw_month: plainChargeSek(prices.power),
    },
    spot_sek_per_kwh: profileRows(spotProfile(dataset, zone)),
    ...(resolution ? { hours: hoursBody(dataset, house, zone) } : {}),
    tariff: tariffBody(dataset, tariff, grid),
    ...(grid ? { grid: gridBody(dataset, input, grid) } : {}),
    household: householdBody(dataset, placeTemperatures(dataset, house.location, zone), loadKwh),
    input,
    model: { zone, zone_source: zoneSource, spot_year: dataset.header.spot.year, ...spot },
    attribution,
  };
}

/** The same prices hour by hour. */
function hoursBody(dataset: PricesArtifact, house: HouseRequest, zone: PriceArea): MarketHours {
  const hourly: HouseRequest = { ...house, prices: { ...house.prices, resolution: 'hourly' } };
  const { prices } = marketOf(hourly, undefined, dataset);
  return {
    spot_sek_per_kwh: Array.from(spotYear(dataset, zone)),
    import_sek_per_kwh: Array.from(prices.importSekPerKwh),
    export_sek_per_kwh: Array.from(prices.exportSekPerKwh),
  };
}

/** The price list as the dataset has it, and what it makes the energy cost. */
function gridBody(
  dataset: PricesArtifact,
  { grid_tariff = '' }: SimulationMarketInput,
  { unstated, energySekPerKwh }: HouseGridTariff,
): MarketGrid {
  return {
    list: namedGridTariff(grid_tariff, dataset, 'grid_tariff'),
    unstated,
    energy_fee_sek_per_kwh: energySekPerKwh && profileRows(monthHourMeans(energySekPerKwh)),
  };
}

/** A house by default; PV does not enter its market. */
function houseAt({
  lat,
  lng,
  zone,
  grid_tariff,
  fuse_a = 20,
}: SimulationMarketInput): HouseRequest {
  const area = zone ? { zone } : {};
  const hasPoint = lat !== undefined && lng !== undefined;
  return {
    location: hasPoint ? { lat, lng, ...area } : null,
    ...area,
    consumption: DEFAULT_LOAD,
    pv: { monthly_profile: [] },
    prices: {
      preset: 'se_spot',
      ...(grid_tariff === undefined ? {} : { grid: { grid_tariff, fuse_a } }),
    },
  };
}

/** The tariff that priced a house, with the dates and the trust of its record. */
export function tariffBody(
  dataset: PricesArtifact,
  { energy_tax: { value }, energy_tax_area }: PresetTariff,
  grid: HouseGridTariff | null,
): MarketTariff {
  const newest = newestTariff(dataset);
  const { energy_tax, ...record } = newest;
  const { unit, source, as_of, trust } = energy_tax;
  return {
    ...record,
    grid_fee: gridFee(newest, grid),
    energy_tax: { value, unit, source, as_of, trust },
    energy_tax_area,
  };
}

function householdBody(
  { header: { household: record, spot } }: PricesArtifact,
  { temperatureC, place }: PlaceTemperatures,
  loadKwh: Float64Array,
): MarketHousehold {
  const { yearly_kwh } = DEFAULT_LOAD;
  const partsKwh = householdParts(record, yearly_kwh);
  const loads = useLoads(record, houseYear(temperatureC, spot.year), yearly_kwh);
  return {
    model: HOUSE_MODEL,
    yearly_kwh,
    load_kw: meanKw(loadKwh),
    uses: HOUSEHOLD_USES.map((use) => ({
      use,
      kwh: partsKwh[use],
      up_to_kwh: use === 'space_heat' ? null : record.uses[use].up_to_kwh.value,
      load_kw: meanKw(loads[use]),
    })),
    ev: { kwh_per_km: record.ev.kwh_per_km, charging_hours: record.ev.charging_hours.hours },
    temperature_c: temperatureC,
    temperatures_of: place,
    record,
  };
}

/** Means of the month's days, to 1 mW. */
function meanKw(loadKwh: Float64Array): number[][] {
  return profileRows(monthHourMeans(loadKwh).map((kw) => roundTo(kw, 6)));
}
