import type { MaskHeader } from '../types.ts';
import { hasType, type SectionData, type SectionPlan } from './section.ts';

/**
 * A header as its type.
 * @param check the validator of the kind's header schema
 * @throws Error naming the file and the field that is wrong
 */
export function checkedHeader<Header>(
  check: (json: unknown) => Header,
  json: unknown,
  name: string,
): Header {
  try {
    return check(json);
  } catch (error) {
    throw new Error(`${name}: its header is not as expected. ${(error as Error).message}`);
  }
}

/**
 * Decoded sections as the typed arrays that their kind has by its plans.
 * @throws Error naming the section that is missing, of another type or of another length
 */
export function checkedSections<Sections extends { [Name in keyof Sections]: SectionData }>(
  sections: ReadonlyMap<string, SectionData>,
  plans: readonly (SectionPlan & { name: keyof Sections & string })[],
  name: string,
): Sections {
  for (const plan of plans) {
    const data = sections.get(plan.name);
    if (!data) throw wrong(name, plan, 'is missing');
    if (!hasType(data, plan.type)) throw wrong(name, plan, `is not ${plan.type}`);
    if (data.byteLength !== plan.byteLength) {
      const lengths = `has ${data.byteLength} bytes, expected ${plan.byteLength} for its header`;
      throw wrong(name, plan, lengths);
    }
  }
  return Object.fromEntries(sections) as Sections;
}

/** Bounds of a section's values; NaN only where it means unknown. */
export interface Range {
  min: number;
  max: number;
  unknown?: boolean;
}

/** @throws Error naming the first value of a section that is out of its range */
export function checkRange(
  data: SectionData,
  { min, max, unknown = false }: Range,
  section: string,
  name: string,
): void {
  for (let i = 0; i < data.length; i++) {
    const value = data[i];
    if ((value >= min && value <= max) || (unknown && Number.isNaN(value))) continue;
    throw new Error(
      `${name}: section "${section}" holds ${value} at [${i}], expected ${min} to ${max}. Run "make artifacts".`,
    );
  }
}

/** Bits of a mask are numbered by 32-bit integers. */
const MOST_RECTANGLES = 2 ** 31;

/** @throws Error when a coverage mask does not lie on Earth, or has more bits than can be numbered */
export function checkMask(mask: MaskHeader, name: string): void {
  const { west, south, lng_step_deg, lat_step_deg, cols, rows } = mask;
  const north = south + rows * lat_step_deg;
  const east = west + cols * lng_step_deg;
  checkExtent({ west, south, east, north }, 'coverage_mask', name);
  if (rows * cols <= MOST_RECTANGLES) return;
  throw new Error(
    `${name}: header "coverage_mask" has ${rows} x ${cols} rectangles, expected at most ${MOST_RECTANGLES}. Run "make artifacts".`,
  );
}

/** Cells and rectangles may reach over the edge of the map. */
const EDGE_DEG = 10;

/** @throws Error when a header's field reaches (degrees) to where no place is */
export function checkExtent(
  { west, south, east, north }: { west: number; south: number; east: number; north: number },
  field: string,
  name: string,
): void {
  const isPlace = south >= -90 - EDGE_DEG && north <= 90 + EDGE_DEG;
  if (isPlace && west >= -180 - EDGE_DEG && east <= 180 + EDGE_DEG) return;
  throw new Error(
    `${name}: header "${field}" reaches from ${south} to ${north} N and ${west} to ${east} E, expected -90 to 90 and -180 to 180. Run "make artifacts".`,
  );
}

function wrong(name: string, plan: SectionPlan, what: string): Error {
  return new Error(`${name}: section "${plan.name}" ${what}. Run "make artifacts".`);
}
