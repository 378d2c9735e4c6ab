import type { MaskHeader } from '../types.ts';
import { type Grid, latOfRow, lngOfCol } from './grid.ts';
import { ELEMENT_TYPES, type SectionData, type SectionPlan } from './section.ts';

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
 * A decoded section of the type and length that it must have. Without a length it may have any.
 * @throws Error naming the section that is missing, of another type or of another length
 */
export function checkedSection(
  sections: ReadonlyMap<string, SectionData>,
  {
    name: section,
    type,
    byteLength,
  }: Omit<SectionPlan, 'byteLength'> & { byteLength?: number | undefined },
  name: string,
): SectionData {
  const data = sections.get(section);
  const wrong = (what: string) => damaged(name, `section "${section}" ${what}`);
  if (!data) throw wrong('is missing');
  if (!(data instanceof ELEMENT_TYPES[type].array)) throw wrong(`is not ${type}`);
  if (byteLength !== undefined && data.byteLength !== byteLength) {
    throw wrong(`has ${data.byteLength} bytes, expected ${byteLength} for its header`);
  }
  return data;
}

/** Bounds of a section's values. `unknown` is the value outside of them that means unknown. */
export interface Range {
  min: number;
  max: number;
  unknown?: number;
}

/** Values as one type of number: a loop that meets several is compiled for each, which takes as long as going through them. */
const alike = new Float64Array(4096);

/**
 * @param what of the file that has the values, `section "x"`
 * @throws Error naming the first value that is out of its range
 */
export function checkRange(data: SectionData, range: Range, what: string, name: string): void {
  for (let from = 0; from < data.length; from += alike.length) {
    const part = data.subarray(from, from + alike.length);
    alike.set(part);
    const at = firstOutside(alike, part.length, range);
    if (at === part.length) continue;
    const found = `${what} holds ${part[at]} at [${from + at}]`;
    throw damaged(name, `${found}, expected ${range.min} to ${range.max}`);
  }
}

/** Index of the first of some values that is out of its range. Their number if none is. */
function firstOutside(values: Float64Array, count: number, { min, max, unknown }: Range): number {
  for (let i = 0; i < count; i++) {
    const value = values[i];
    if (!(value >= min && value <= max) && !Object.is(value, unknown)) return i;
  }
  return count;
}

/** A mask of 8 MB: all of Europe by rectangles of 600 m. */
const MOST_RECTANGLES = 2 ** 26;

/** @throws Error when a coverage mask does not lie on Earth, or has more bits than can be numbered */
export function checkMask(mask: MaskHeader, name: string): void {
  const { west, south, lng_step_deg, lat_step_deg, cols, rows } = mask;
  const north = south + rows * lat_step_deg;
  const east = west + cols * lng_step_deg;
  checkExtent({ west, south, east, north }, 'coverage_mask', name);
  if (rows * cols <= MOST_RECTANGLES) return;
  throw damaged(
    name,
    `header "coverage_mask" has ${rows} x ${cols} rectangles, expected at most ${MOST_RECTANGLES}`,
  );
}

/**
 * @param cells how many there are by the header
 * @throws Error when a grid does not lie on Earth, or its cells are not numbered one by one
 */
export function checkCells(
  { grid, cell_index }: { grid: Grid; cell_index: Int32Array },
  cells: number,
  name: string,
): void {
  checkExtent(extentOf(grid), 'grid', name);
  let next = 0;
  for (let place = 0; place < cell_index.length; place++) {
    const cell = cell_index[place];
    if (cell === -1) continue;
    if (cell !== next) {
      const where = `row ${Math.floor(place / grid.cols)}, column ${place % grid.cols}`;
      throw damaged(name, `section "cell_index" holds ${cell} at ${where}, expected ${next} or -1`);
    }
    next++;
  }
  if (next === cells) return;
  throw damaged(
    name,
    `section "cell_index" numbers ${next} cells, expected ${cells} as in the header`,
  );
}

function extentOf(grid: Grid) {
  const north = latOfRow(grid, grid.rows - 1);
  const east = lngOfCol(grid, grid.cols - 1);
  return { west: lngOfCol(grid, 0), south: latOfRow(grid, 0), east, north };
}

/** Cells and rectangles may reach over the edge of the map. */
const EDGE_DEG = 10;

/** @throws Error when a header's field reaches (degrees) to where no place is */
function checkExtent(
  { west, south, east, north }: { west: number; south: number; east: number; north: number },
  field: string,
  name: string,
): void {
  const isPlace = south >= -90 - EDGE_DEG && north <= 90 + EDGE_DEG;
  if (isPlace && west >= -180 - EDGE_DEG && east <= 180 + EDGE_DEG) return;
  throw damaged(
    name,
    `header "${field}" reaches from ${south} to ${north} N and ${west} to ${east} E, expected -90 to 90 and -180 to 180`,
  );
}

/** A file that is not as it must be. @param what is wrong with it */
export function damaged(name: string, what: string): Error {
  return new Error(`${name}: ${what}. Run "make artifacts".`);
}
