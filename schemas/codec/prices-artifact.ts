import { InvalidValueError } from '../checks/invalid-value.ts';
import { validator } from '../checks/validate.ts';
import type { Household, HouseholdUseName, PriceArea, PricesHeader } from '../types.ts';
import type { DecodedArtifact } from './artifact.ts';
import { CLOCK_HOURS, DAYS, HOURS, MONTHS } from './axes.ts';
import { checkedHeader, checkedSections } from './check-artifact.ts';
import { checkGridTariffs } from './check-grid-tariff.ts';
import type { CoverageMask } from './coverage-mask.ts';
import type { Grid } from './grid.ts';
import { checkBoundaries, PRICE_AREAS } from './price-area.ts';
import { gridOf, maskOf } from './pv-yield-artifact.ts';
import { bytesPerElement, type ElementType, type SectionPlan } from './section.ts';

const checkFields = validator('data/prices-header.schema.json');

/** The uses of a household in the order in which a yearly total fills them, and of every table by use. */
export const HOUSEHOLD_USES: readonly HouseholdUseName[] = ['household', 'hot_water', 'space_heat'];

/** In `temperature`: unknown. */
export const NO_TEMPERATURE = -32768;

/** Price areas x months x clock hours. */
const PROFILE = PRICE_AREAS.length * MONTHS * CLOCK_HOURS;

/** Arrays of prices.bin (artifact-format.md section 6); areas are SE1 to SE4. */
interface PricesSections {
  /** SEK/kWh without tax and VAT, [area][month][local clock hour]. */
  spot_profile: Float64Array;
  /** Hours that a month's prices are the mean of, [area][month]. */
  hours_used: Int32Array;
  /** Hours of the month without a price, [area][month]. */
  hours_missing: Int32Array;
  /** Per grid place [row][col]: the cell's ordinal, -1 where there is none. */
  cell_index: Int32Array;
  /** Mean outdoor temperature over day and night in 0.1 °C, [cell][month]. */
  temperature: Int16Array;
  /** Latitude and longitude in degrees, [place][2]. */
  place_point: Float64Array;
  /** Index into the header's municipalities, [place]. */
  place_municipality: Uint16Array;
  /** Bits of the coverage mask. */
  coverage: Uint8Array;
  /** SEK/kWh without tax and VAT, [area][hour of the year's Swedish clock]; only with the header's spot.hours. */
  spot_hours?: Float32Array;
}
export type PricesSectionName = keyof PricesSections;

const ELEMENT_TYPES: Record<PricesSectionName, ElementType> = {
  spot_profile: 'float64',
  hours_used: 'int32',
  hours_missing: 'int32',
  cell_index: 'int32',
  temperature: 'int16',
  place_point: 'float64',
  place_municipality: 'uint16',
  coverage: 'uint8',
  // Prices are shown to 1e-4 SEK: a float32 is off by less than 1e-6 at the highest, in half the bytes.
  spot_hours: 'float32',
};

/**
 * Refuses a year of prices that no simulation can run.
 * @throws InvalidValueError naming the field and the leap year
 */
export function refuseLeapYear(year: number, field: string): void {
  if (new Date(Date.UTC(year, 2, 0)).getUTCDate() < 29) return;
  const problem = `is ${year}, a leap year, expected one of ${DAYS} days: simulations have no 29 February. Take the prices of ${year - 1}`;
  throw new InvalidValueError(field, problem);
}

/**
 * Refuses type curves between which no temperature can be placed.
 * @throws InvalidValueError naming the season that is no warmer than the one before
 */
export function checkTypeCurves({ uses }: Household): void {
  const { seasons } = uses.household.type_curves;
  for (let i = 1; i < seasons.length; i++) {
    const [before, found] = [seasons[i - 1], seasons[i]].map((one) => one.mean_temperature_c);
    if (found > before) continue;
    const field = `uses.household.type_curves.seasons[${i}].mean_temperature_c`;
    throw new InvalidValueError(field, `is ${found}, expected more than ${before}, the one before`);
  }
}

function checkHeader(json: unknown): PricesHeader {
  const header = checkFields(json);
  refuseLeapYear(header.spot.year, 'spot.year');
  if (header.grid_tariffs) checkGridTariffs(header.grid_tariffs, 'grid_tariffs.');
  checkTypeCurves(header.household);
  checkBoundaries(header.price_areas.boundaries);
  return header;
}

/** Loaded prices: views on the file's memory. */
export interface PricesArtifact extends PricesSections {
  header: PricesHeader;
  grid: Grid;
  mask: CoverageMask;
}

/** The sections of prices.bin, in file order. */
export function pricesSections(
  header: PricesHeader,
): (SectionPlan & { name: PricesSectionName })[] {
  const { coverage_mask: mask, grid, cells } = header;
  const places = header.places.names.length;
  const lengths: Record<PricesSectionName, number> = {
    spot_profile: PROFILE,
    hours_used: PRICE_AREAS.length * MONTHS,
    hours_missing: PRICE_AREAS.length * MONTHS,
    cell_index: grid.rows * grid.cols,
    temperature: cells * MONTHS,
    place_point: 2 * places,
    place_municipality: places,
    coverage: Math.ceil((mask.rows * mask.cols) / 8),
    spot_hours: PRICE_AREAS.length * HOURS,
  };
  const names = Object.keys(ELEMENT_TYPES) as PricesSectionName[];
  const present = names.filter((name) => name !== 'spot_hours' || header.spot.hours);
  return present.map((name) => {
    const type = ELEMENT_TYPES[name];
    return { name, type, byteLength: lengths[name] * bytesPerElement(type) };
  });
}

/**
 * Checks that an artifact is one of prices.
 * @throws Error when the header or a section is not as it must be
 */
export function decodePrices(
  { header: json, sections }: DecodedArtifact,
  name: string,
): PricesArtifact {
  const header = checkedHeader(checkHeader, json, name);
  const arrays = checkedSections<PricesSections>(sections, pricesSections(header), name);
  const mask = { ...maskOf(header.coverage_mask), bits: arrays.coverage };
  return { ...arrays, header, grid: gridOf(header.grid), mask };
}

/**
 * The hours of an area's spot year, SEK/kWh without tax and VAT, by the Swedish clock: hour 0 begins on 1 January at
 * 00:00, March's hour that the clock leaves out is the mean of those beside it, October's double one the mean of both.
 * Null where the artifact has none.
 */
export function spotHours({ spot_hours }: PricesArtifact, area: PriceArea): Float64Array | null {
  if (!spot_hours) return null;
  const first = PRICE_AREAS.indexOf(area) * HOURS;
  return Float64Array.from(spot_hours.subarray(first, first + HOURS));
}
