import { InvalidValueError, validator } from '../checks/validate.ts';
import type { HouseholdUseName, PricesHeader } from '../types.ts';
import type { DecodedArtifact } from './artifact.ts';
import { CLOCK_HOURS, DAYS, MONTHS } from './axes.ts';
import { checkedHeader, checkedSections } from './check-artifact.ts';
import type { CoverageMask } from './coverage-mask.ts';
import { checkBoundaries, PRICE_AREAS } from './price-area.ts';
import { maskOf } from './pv-yield-artifact.ts';
import { bytesPerElement, type ElementType, type SectionPlan } from './section.ts';

const checkFields = validator('data/prices-header.schema.json');

/** The uses of a household in the order in which a yearly total fills them, and of every table by use. */
export const HOUSEHOLD_USES: readonly HouseholdUseName[] = ['household', 'hot_water', 'space_heat'];

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
  /** kWh in a clock hour of a day of the month for 1 kWh a year of a use, [area][use][month][hour]. */
  household_shape: Float64Array;
  /** Latitude and longitude in degrees, [place][2]. */
  place_point: Float64Array;
  /** Index into the header's municipalities, [place]. */
  place_municipality: Uint16Array;
  /** Bits of the coverage mask. */
  coverage: Uint8Array;
}
export type PricesSectionName = keyof PricesSections;

const ELEMENT_TYPES: Record<PricesSectionName, ElementType> = {
  spot_profile: 'float64',
  hours_used: 'int32',
  hours_missing: 'int32',
  household_shape: 'float64',
  place_point: 'float64',
  place_municipality: 'uint16',
  coverage: 'uint8',
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

function checkHeader(json: unknown): PricesHeader {
  const header = checkFields(json);
  refuseLeapYear(header.spot.year, 'spot.year');
  checkBoundaries(header.price_areas.boundaries);
  return header;
}

/** Loaded prices: views on the file's memory. */
export interface PricesArtifact extends PricesSections {
  header: PricesHeader;
  mask: CoverageMask;
}

/** The sections of prices.bin, in file order. */
export function pricesSections(
  header: PricesHeader,
): (SectionPlan & { name: PricesSectionName })[] {
  const { rows, cols } = header.coverage_mask;
  const places = header.places.names.length;
  const lengths: Record<PricesSectionName, number> = {
    spot_profile: PROFILE,
    hours_used: PRICE_AREAS.length * MONTHS,
    hours_missing: PRICE_AREAS.length * MONTHS,
    household_shape: HOUSEHOLD_USES.length * PROFILE,
    place_point: 2 * places,
    place_municipality: places,
    coverage: Math.ceil((rows * cols) / 8),
  };
  return (Object.keys(ELEMENT_TYPES) as PricesSectionName[]).map((name) => {
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
  return { ...arrays, header, mask: { ...maskOf(header.coverage_mask), bits: arrays.coverage } };
}
