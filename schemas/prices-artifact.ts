import { bytesPerElement, decodeArtifact, type ElementType, type SectionPlan } from './artifact.ts';
import { checkedHeader, checkSections } from './check-artifact.ts';
import type { CoverageMask } from './coverage-mask.ts';
import { maskOf } from './pv-yield-artifact.ts';
import type { HouseholdUseName, PricesHeader } from './types.ts';
import { validator } from './validate.ts';

const checkHeader = validator('prices-header.schema.json');

/** The uses of a household in the order in which a yearly total fills them, and of every table by use. */
export const HOUSEHOLD_USES: readonly HouseholdUseName[] = ['household', 'hot_water', 'space_heat'];

/** Price areas x months x clock hours. */
const PROFILE = 4 * 12 * 24;

/** Arrays of prices.bin (artifact-format.md section 6); areas are SE1 to SE4. */
export interface PricesSections {
  /** SEK/kWh without tax and VAT, [area][month][local clock hour]. */
  spot_profile: Float64Array;
  /** Hours that a month's prices are the mean of, [area][month]. */
  hours_used: Int32Array;
  /** Hours of the month without a price, [area][month]. */
  hours_missing: Int32Array;
  /** kWh in a clock hour of a day of the month for 1 kWh a year of a use, [area][use][month][hour]. */
  household_shape: Float64Array;
  /** Bits of the coverage mask. */
  coverage: Uint8Array;
}
export type PricesSectionName = keyof PricesSections;

const SECTIONS: Record<PricesSectionName, { type: ElementType; length?: number }> = {
  spot_profile: { type: 'float64', length: PROFILE },
  hours_used: { type: 'int32', length: 4 * 12 },
  hours_missing: { type: 'int32', length: 4 * 12 },
  household_shape: { type: 'float64', length: HOUSEHOLD_USES.length * PROFILE },
  coverage: { type: 'uint8' },
};

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
  return (Object.keys(SECTIONS) as PricesSectionName[]).map((name) => {
    const { type, length = Math.ceil((rows * cols) / 8) } = SECTIONS[name];
    return { name, type, byteLength: length * bytesPerElement(type) };
  });
}

/**
 * Checks a whole prices.bin and gives its arrays as views on `file`.
 * @throws Error as `decodeArtifact`, or when the header or a section is not as it must be
 */
export function decodePrices(file: ArrayBuffer, name: string): PricesArtifact {
  const { header: json, sections } = decodeArtifact(file, name);
  const header = checkedHeader(checkHeader, json, name);
  checkSections(sections, pricesSections(header), name);
  const arrays = Object.fromEntries(sections) as unknown as PricesSections;
  return { ...arrays, header, mask: { ...maskOf(header.coverage_mask), bits: arrays.coverage } };
}
