import consumption from '../../../../schemas/api/simulation-consumption.schema.json' with {
  type: 'json',
};
import { COUNTRY } from '../../../../schemas/codec/coverage-mask.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { SimulationMarketInput } from '../../../../schemas/types.ts';
import { given } from '../../given.ts';
import { householdParts, useLoads } from '../../house/house-load.ts';
import { houseYear } from '../../house/house-year.ts';
import { assertCovered } from '../../yield/assert-covered.ts';
import type { ResolvedMarket } from '../house-case.ts';
import type { HouseRequest } from '../house-request.ts';
import { namedGridTariff } from './grid-tariff.ts';
import { placeTemperatures } from './place.ts';
import { resolvePrices } from './prices.ts';
import { resolveInputs } from './resolve-inputs.ts';
import { spotMeans } from './spot-means.ts';
import { assertListed, marketTariff, spotPreset, spotProfile, spotYear } from './spot-preset.ts';

const { yearly_kwh, ev_km_per_day } = consumption.properties;

const DEFAULT_LOAD = { yearly_kwh: yearly_kwh.default, ev_km_per_day: ev_km_per_day.default };

/**
 * Checks a market query against the prices dataset, before its answer's tag is compared.
 * @throws RequestError outside_coverage. not_supported for hours that may not be listed. invalid_parameter for a price
 * list that the dataset lacks
 */
export function checkMarket(dataset: PricesArtifact, input: SimulationMarketInput): void {
  const { lat, lng, resolution, grid_tariff } = input;
  if (lat !== undefined && lng !== undefined) assertCovered(dataset.mask, COUNTRY, lat, lng);
  if (resolution) assertListed(dataset, 'resolution');
  if (grid_tariff) namedGridTariff(grid_tariff, dataset, 'grid_tariff');
}

/** Resolves the market of a house of which nothing is known but its place, as its simulation would. */
export function resolveMarket(
  dataset: PricesArtifact,
  input: SimulationMarketInput,
): ResolvedMarket {
  const { household: record } = dataset.header;
  const house = houseAt(input);
  const inputs = resolveInputs(house, undefined, dataset);
  const { zone, grid } = inputs;
  // The hours of a list's fee do not count in prices by month and clock hour.
  const withoutFee = grid && { ...grid, energySekPerKwh: null };
  const preset = spotPreset(dataset, house.location, zone, {}, withoutFee);
  const temperatures = placeTemperatures(dataset, house.location, zone);
  const year = houseYear(temperatures.temperatureC, inputs.year);
  return {
    input,
    inputs,
    spotYear: dataset.header.spot.year,
    spotSekPerKwh: spotProfile(dataset, zone),
    importSekPerKwh: preset.importSekPerKwh,
    exportSekPerKwh: preset.exportSekPerKwh,
    hours: input.resolution ? marketHours(house, zone, dataset) : null,
    preset: preset.model,
    spotMeans: spotMeans(dataset),
    tariff: marketTariff(dataset, preset.model.tariff, grid),
    list: grid && namedGridTariff(input.grid_tariff ?? '', dataset, 'grid_tariff'),
    household: {
      record,
      yearlyKwh: DEFAULT_LOAD.yearly_kwh,
      partsKwh: householdParts(record, DEFAULT_LOAD.yearly_kwh),
      useLoadsKwh: useLoads(record, year, DEFAULT_LOAD.yearly_kwh),
      temperatures,
    },
  };
}

/** Prices of a market hour by hour. */
function marketHours(
  { prices, ...house }: HouseRequest,
  zone: ResolvedMarket['inputs']['zone'],
  dataset: PricesArtifact,
): ResolvedMarket['hours'] {
  const hourly: HouseRequest = { ...house, prices: { ...prices, resolution: 'hourly' } };
  const { importSekPerKwh, exportSekPerKwh } = resolvePrices(hourly, zone, dataset).prices;
  return { spotSekPerKwh: spotYear(dataset, zone), importSekPerKwh, exportSekPerKwh };
}

/** A house by default. PV does not enter its market. */
function houseAt({
  lat,
  lng,
  zone,
  grid_tariff,
  fuse_a = 20,
}: SimulationMarketInput): HouseRequest {
  const area = given({ zone });
  const hasPoint = lat !== undefined && lng !== undefined;
  return {
    location: hasPoint ? { lat, lng, ...area } : null,
    ...area,
    consumption: DEFAULT_LOAD,
    pv: { monthly_profile: [] },
    prices: {
      preset: 'se_spot',
      ...given({ grid: grid_tariff === undefined ? null : { grid_tariff, fuse_a } }),
    },
  };
}
