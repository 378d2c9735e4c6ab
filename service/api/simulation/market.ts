import type { Prices } from '#engine/battery/house.ts';
import { WARRANTY } from '#engine/economy/warranty.ts';
import { type HouseholdParts, householdParts, houseLoad } from '#engine/house/house-load.ts';
import { COUNTRY } from '../../../schemas/codec/coverage-mask.ts';
import { priceAreaOf } from '../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { PriceArea, ZoneSource } from '../../../schemas/types.ts';
import { unavailable } from '../../http/http-error.ts';
import { assertCovered } from '../assert-covered.ts';
import { simulatedYear } from '../simulated-year.ts';
import type { HouseGridTariff } from './grid-tariff.ts';
import { gridOf, presetOf, pricesOf } from './house-prices.ts';
import type { HouseRequest, ProgramRequest } from './house-request.ts';
import { type PlaceTemperatures, placeTemperatures } from './place-temperature.ts';
import { describedProgram, namedProgram, type ResolvedProgram } from './program-terms.ts';
import type { PresetModel, SpotPreset } from './spot-preset.ts';

/** All that the prices dataset and the caller's own prices settle about a house. */
export interface Market {
  zone: PriceArea;
  zoneSource: ZoneSource;
  prices: Prices;
  /** The preset that priced a side; null if the caller priced both. */
  preset: PresetModel | null;
  /** The grid company's price list; null without one. */
  grid: HouseGridTariff | null;
  loadKwh: Float64Array;
  /** How the load was modelled; null if it is the caller's own. */
  household: ModelledHousehold | null;
  /** Null if the battery stays private. */
  program: ResolvedProgram | null;
  warranty: Warranty;
  /** Calendar year of the run. */
  year: number;
  attribution: string;
}

/** What the household model made a load of. */
export interface ModelledHousehold {
  partsKwh: HouseholdParts;
  temperatures: PlaceTemperatures;
}

/** Usual warranty of a home battery: it ends with the years or the cycles. */
export interface Warranty {
  years: number;
  cycles: number;
  source: string;
}

/** The warranty where the prices dataset, which has its own record, has no part in the answer. */
const USUAL_WARRANTY: Warranty = { ...WARRANTY, source: 'Usual terms of home batteries' };

const LICENCE = 'Data licensed CC BY 4.0.';

/** The part of the prices dataset in an answer that takes nothing from it. */
const OWN_DATA = {
  warranty: USUAL_WARRANTY,
  attribution: `Computed from the caller's own data. ${LICENCE}`,
};

type ZonePart = Pick<Market, 'zone' | 'zoneSource'>;

/** The prices dataset, for what needs it. @throws HttpError prices_unavailable while it is not loaded */
type PricesLoader = () => PricesArtifact;

/**
 * Resolves a request against the prices dataset. Null, not loaded, does not matter to a request that
 * brings its own load and prices and neither location nor named program: its answer is the same with
 * and without.
 * @throws HttpError prices_unavailable, outside_coverage; not_supported for hours of spot prices that it lacks;
 * invalid_parameter for a program that it lacks
 */
export function marketOf(
  request: HouseRequest,
  program: ProgramRequest | undefined,
  loaded: PricesArtifact | null,
): Market {
  const dataset: PricesLoader = () => {
    if (!loaded) throw unavailable('prices_unavailable');
    return loaded;
  };
  const place = placeOf(request, dataset);
  const usesLoaded = usesDataset(request, program);
  const year = simulatedYear(usesLoaded ? dataset() : null);
  const grid = gridOf(request.prices, place.zone, year, dataset);
  let found: SpotPreset | undefined;
  const preset = () => {
    found ??= presetOf(request, place.zone, grid, dataset());
    return found;
  };
  const market = {
    ...place,
    year,
    grid,
    prices: pricesOf(request.prices, grid, preset),
    preset: request.prices.preset ? preset().model : null,
    ...loadOf(request, place.zone, dataset),
    program: program ? programOf(program, dataset) : null,
  };
  if (!usesLoaded) return { ...market, ...OWN_DATA };
  return {
    ...market,
    warranty: dataset().header.battery_programs.warranty,
    attribution: attributionOf(request, program, dataset()),
  };
}

/** Whether a request takes anything from the dataset: an answer without must not depend on it. */
function usesDataset(
  { location, consumption, prices }: HouseRequest,
  program: ProgramRequest | undefined,
): boolean {
  const isNamed = program !== undefined && 'program' in program;
  const isListed = typeof prices.grid?.grid_tariff === 'string';
  const isModelled = !('hourly_kwh' in consumption);
  return location !== null || isModelled || Boolean(prices.preset) || isNamed || isListed;
}

/** The price area: the given one, else that of the point; without a point SE3. */
function placeOf({ location, zone: unplaced }: HouseRequest, dataset: PricesLoader): ZonePart {
  if (!location) return { zone: unplaced ?? 'SE3', zoneSource: unplaced ? 'request' : 'default' };
  const { mask, header } = dataset();
  const { lat, lng, zone } = location;
  assertCovered(mask, COUNTRY, lat, lng, 'location');
  if (zone) return { zone, zoneSource: 'request' };
  return { zone: priceAreaOf(header.price_areas.boundaries, lat, lng), zoneSource: 'point' };
}

function loadOf(
  { consumption, location }: HouseRequest,
  zone: PriceArea,
  dataset: PricesLoader,
): Pick<Market, 'loadKwh' | 'household'> {
  if ('hourly_kwh' in consumption) return { loadKwh: consumption.hourly_kwh, household: null };
  const prices = dataset();
  const temperatures = placeTemperatures(prices, location, zone);
  const { yearly_kwh: yearlyKwh, ev_km_per_day: evKmPerDay } = consumption;
  const { household: record } = prices.header;
  const use = { yearlyKwh, evKmPerDay };
  const loadKwh = houseLoad(record, temperatures.temperatureC, simulatedYear(prices), use);
  return { loadKwh, household: { partsKwh: householdParts(record, yearlyKwh), temperatures } };
}

function programOf(program: ProgramRequest, dataset: PricesLoader): ResolvedProgram {
  return 'program' in program
    ? namedProgram(program.program, dataset())
    : describedProgram(program);
}

/** Names what placed, loaded and priced this very answer out of the prices dataset. */
function attributionOf(
  { location, consumption, prices }: HouseRequest,
  program: ProgramRequest | undefined,
  { header }: PricesArtifact,
): string {
  const { dataset_version, attribution, battery_programs, places } = header;
  const credits: string[] = [];
  if (location) credits.push(`Place by dataset ${dataset_version} (Natural Earth).`);
  if (!('hourly_kwh' in consumption)) credits.push(`Load modelled by dataset ${dataset_version}.`);
  if (program && 'program' in program) {
    const record = battery_programs.programs.find((one) => one.program === program.program);
    if (record) credits.push(`Battery program as ${record.provider} states it.`);
  }
  const listed = prices.grid?.grid_tariff;
  if (typeof listed === 'string')
    credits.push(`Grid tariff ${listed} by dataset ${dataset_version}.`);
  // The place decides the energy tax, which model.tariff names with its municipality.
  if (location && prices.preset) credits.push(places.attribution);
  // The dataset's own credit is that of its spot prices, with the licence.
  credits.push(prices.preset ? attribution : LICENCE);
  return credits.join(' ');
}
