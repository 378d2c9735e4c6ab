import { priceAreaOf } from '../../schemas/price-area.ts';
import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type { PriceArea, ZoneSource } from '../../schemas/types.ts';
import type { Prices } from '../battery/house.ts';
import { assertCovered } from '../coverage.ts';
import { unavailable } from '../http/api-error.ts';
import { attributionOf, OWN_DATA } from './attribution.ts';
import {
  type HouseRequest,
  type LocationRequest,
  type ProgramRequest,
  usesPreset,
} from './house-request.ts';
import { type HouseholdParts, householdLoad, householdParts } from './household-load.ts';
import { type BatteryProgram, describedProgram, namedProgram } from './program-terms.ts';
import { hoursOf, monthHourMeans, repeatProfile, type Series } from './series.ts';
import {
  type PresetModel,
  presetCharges,
  presetModel,
  spotExport,
  spotImport,
} from './spot-preset.ts';

/** All that the prices dataset and the caller's own prices settle about a house. */
export interface Market {
  zone: PriceArea;
  zoneSource: ZoneSource;
  prices: Prices;
  /** What the preset priced a side by; null: the caller priced both. */
  preset: PresetModel | null;
  loadKwh: Float64Array;
  /** What the household model made of the yearly use; null: the caller's own load. */
  household: HouseholdParts | null;
  /** Null: the battery stays private. */
  program: BatteryProgram | null;
  warranty: Warranty;
  attribution: string;
}

/** Usual warranty of a home battery: it ends with the years or the cycles. */
export interface Warranty {
  years: number;
  cycles: number;
  source: string;
}

/** Stands in where the prices dataset, which has its own record, has no part in the answer. */
const USUAL_WARRANTY: Warranty = {
  years: 10,
  cycles: 6000,
  source: 'Usual terms of home batteries',
};

/** Price area of a house whose place is not given. */
const DEFAULT_PLACE: Place = { zone: 'SE3', zoneSource: 'default' };

type Place = Pick<Market, 'zone' | 'zoneSource'>;

/** The prices dataset, for what needs it. @throws ApiError prices_unavailable while it is not loaded */
type Dataset = () => PricesArtifact;

/**
 * Resolves a request against the prices dataset. Null, not loaded, does not matter to a request that
 * brings its own load and prices and neither location nor named program: its answer is the same with
 * and without.
 * @throws ApiError prices_unavailable, outside_coverage; invalid_parameter for a program that it lacks
 */
export function marketOf(
  request: HouseRequest,
  program: ProgramRequest | null,
  loaded: PricesArtifact | null,
): Market {
  const dataset: Dataset = () => {
    if (!loaded) throw unavailable('prices_unavailable');
    return loaded;
  };
  const place = request.location ? placeOf(request.location, dataset()) : DEFAULT_PLACE;
  const market = {
    ...place,
    prices: pricesOf(request, place.zone, dataset),
    preset: usesPreset(request.prices)
      ? presetModel(dataset(), request.location, place.zone)
      : null,
    ...loadOf(request, place.zone, dataset),
    program: program && programOf(program, dataset),
  };
  const own = { warranty: USUAL_WARRANTY, attribution: OWN_DATA };
  if (!usesDataset(request, program)) return { ...market, ...own };
  const { warranty } = dataset().header.battery_programs;
  return { ...market, warranty, attribution: attributionOf(request, program, dataset()) };
}

/** Whether a request takes anything from the dataset: an answer without must not depend on it. */
function usesDataset(
  { location, consumption, prices }: HouseRequest,
  program: ProgramRequest | null,
): boolean {
  const own = location === null && consumption.form === 'hourly' && !usesPreset(prices);
  return !own || program?.form === 'named';
}

/** The price area of a place: the given one, else that of the point. */
function placeOf({ lat, lng, zone }: LocationRequest, { mask, header }: PricesArtifact): Place {
  assertCovered(mask, 'Sweden', lat, lng, 'location');
  if (zone) return { zone, zoneSource: 'request' };
  return { zone: priceAreaOf(header.price_areas.boundaries, lat, lng), zoneSource: 'point' };
}

/** The caller's prices, or the preset's for a side that is left out. Fee and power charge follow the import. */
function pricesOf({ prices, location }: HouseRequest, zone: PriceArea, dataset: Dataset): Prices {
  const { importPrice, exportPrice, monthlyFeeSek, peakChargeSekPerKw } = prices;
  const charges = importPrice ? { feeSek: 0, peakSekPerKw: 0 } : presetCharges(dataset());
  return {
    importSekPerKwh: importPrice
      ? priceHours(importPrice)
      : repeatProfile(spotImport(dataset(), location, zone)),
    exportSekPerKwh: exportPrice
      ? priceHours(exportPrice)
      : repeatProfile(spotExport(dataset(), zone)),
    monthlyFeeSek: monthlyFeeSek ?? charges.feeSek,
    peakChargeSekPerKw: peakChargeSekPerKw ?? charges.peakSekPerKw,
  };
}

/** The engine prices by month and clock hour: hourly values become their means. */
function priceHours(price: Series): Float64Array {
  return price.form === 'hourly' ? repeatProfile(monthHourMeans(price.values)) : hoursOf(price);
}

function loadOf(
  { consumption }: HouseRequest,
  zone: PriceArea,
  dataset: Dataset,
): Pick<Market, 'loadKwh' | 'household'> {
  if (consumption.form === 'hourly') return { loadKwh: consumption.hourlyKwh, household: null };
  const { yearlyKwh, evKmPerDay } = consumption;
  return {
    loadKwh: householdLoad(dataset(), zone, yearlyKwh, evKmPerDay),
    household: householdParts(dataset().header.household, yearlyKwh),
  };
}

function programOf(program: ProgramRequest, dataset: Dataset): BatteryProgram {
  return program.form === 'described'
    ? describedProgram(program)
    : namedProgram(program.name, dataset());
}
