import type { HouseholdUseName, PriceArea, PriceResolution, PricesHeader } from '../types.ts';
import { CLOCK_HOURS, HOURS, MONTHS } from './axes.ts';
import { type CoverageMask, maskBytes } from './coverage-mask.ts';
import type { Grid } from './grid.ts';
import { PRICE_AREAS } from './price-area.ts';
import { bytesPerElement, type ElementType, type SectionPlan } from './section.ts';

/** The uses of a household in the order in which a yearly total fills them, and of every table by use. */
export const HOUSEHOLD_USES: readonly HouseholdUseName[] = ['household', 'hot_water', 'space_heat'];

/** An unknown value of `temperature`. */
export const NO_TEMPERATURE = -32768;

/** Temperatures [cell][month] in °C as prices.bin has them, in 0.1 °C. A cell with an unknown month is unknown as a whole. */
export function roundTemperatures(temperatureC: Float32Array): Int16Array {
  return Int16Array.from(temperatureC, (celsius, at) => {
    const first = at - (at % MONTHS);
    const isUnknown = temperatureC.subarray(first, first + MONTHS).some(Number.isNaN);
    return isUnknown ? NO_TEMPERATURE : Math.round(10 * celsius);
  });
}

/** Price areas x months x clock hours. */
const PROFILE = PRICE_AREAS.length * MONTHS * CLOCK_HOURS;

/** Arrays of prices.bin (artifact-format.md section 6). Areas are SE1 to SE4. */
export interface PricesSections {
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
  /** SEK/kWh without tax and VAT, [area][hour of the year's Swedish clock]. Only with the header's spot.hours. */
  spot_hours?: Float32Array;
}
export type PricesSectionName = keyof PricesSections;

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
  const { grid, cells } = header;
  const places = header.places.names.length;
  const values: Record<PricesSectionName, [type: ElementType, count: number]> = {
    spot_profile: ['float64', PROFILE],
    hours_used: ['int32', PRICE_AREAS.length * MONTHS],
    hours_missing: ['int32', PRICE_AREAS.length * MONTHS],
    cell_index: ['int32', grid.rows * grid.cols],
    temperature: ['int16', cells * MONTHS],
    place_point: ['float64', 2 * places],
    place_municipality: ['uint16', places],
    coverage: ['uint8', maskBytes(header.coverage_mask)],
    // Prices are shown to 1e-4 SEK: a float32 is off by less than 1e-6 at the highest, in half the bytes.
    spot_hours: ['float32', PRICE_AREAS.length * HOURS],
  };
  const names = Object.keys(values) as PricesSectionName[];
  const present = names.filter((name) => name !== 'spot_hours' || header.spot.hours);
  return present.map((name) => {
    const [type, count] = values[name];
    return { name, type, byteLength: count * bytesPerElement(type) };
  });
}

/**
 * The hours of an area's spot year, SEK/kWh without tax and VAT, by the Swedish clock: hour 0 begins on 1 January at
 * 00:00, March's hour that the clock leaves out is the mean of those next to it, October's double one the mean of both.
 * Null where the artifact has none.
 */
export function spotHours({ spot_hours }: PricesArtifact, area: PriceArea): Float64Array | null {
  if (!spot_hours) return null;
  const first = PRICE_AREAS.indexOf(area) * HOURS;
  return Float64Array.from(spot_hours.subarray(first, first + HOURS));
}

/** Permitted use of the spot year's hours: to be listed, only to compute with, or nothing. */
export type HoursUse = 'listed' | 'computed' | 'none';

/** Returns the permitted use of a dataset's hours. @param prices null while none is loaded */
export function hoursUse(prices: Pick<PricesArtifact, 'header'> | null): HoursUse {
  const hours = prices?.header.spot.hours;
  if (!hours) return 'none';
  return hours.republish ? 'listed' : 'computed';
}

/** The finest prices that a dataset has. */
export function finestResolution(prices: Pick<PricesArtifact, 'header'>): PriceResolution {
  return hoursUse(prices) === 'none' ? 'month_x_hour' : 'hourly';
}
