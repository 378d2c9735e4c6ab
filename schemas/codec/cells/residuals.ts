/**
 * Counts of a cell as small numbers (cells-format.md section 6): less those of a neighbour, as differences along the
 * axes, with the sign in the lowest bit. All is modulo 2^16, so that nothing is ever too large and nothing rounds.
 */
import { MONTHS, PLANES, STORED_AZIMUTHS, TILTS } from '../axes.ts';

/** Sheets of [tilt][stored azimuth] that a cell has: the months' yields, then the year's in-plane irradiation. */
export const SHEETS = MONTHS + 1;
export const CELL_COUNTS = SHEETS * PLANES;

/** Differences that each predictor takes, along the azimuths and along the tilts. */
const PREDICTORS: readonly { azimuth: number; tilt: number }[] = [
  { azimuth: 1, tilt: 0 },
  { azimuth: 1, tilt: 1 },
  { azimuth: 2, tilt: 2 },
];
export const PREDICTOR_COUNT = PREDICTORS.length;

/** A cell's counts as sheets, [sheet][tilt][stored azimuth], from the artifact's [plane][month] and [plane]. */
export function sheetsOf(yieldCounts: Uint16Array, poa: Uint16Array): Uint16Array {
  const sheets = new Uint16Array(CELL_COUNTS);
  for (let month = 0, to = 0; month < MONTHS; month++) {
    for (let from = month; from < yieldCounts.length; from += MONTHS) {
      sheets[to++] = yieldCounts[from];
    }
  }
  sheets.set(poa, MONTHS * PLANES);
  return sheets;
}

/** Puts a cell's sheets back to the artifact's order. */
export function fromSheets(sheets: Uint16Array, yieldCounts: Uint16Array, poa: Uint16Array): void {
  for (let month = 0, from = 0; month < MONTHS; month++) {
    for (let to = month; to < yieldCounts.length; to += MONTHS) {
      yieldCounts[to] = sheets[from++];
    }
  }
  poa.set(sheets.subarray(MONTHS * PLANES));
}

/** Differences of sheets by every predictor: each goes on from those before it, since the axes' differences commute. */
export function differencesOf(sheets: Uint16Array): Uint16Array[] {
  const all = new Uint16Array(PREDICTOR_COUNT * sheets.length);
  let [taken, before] = [{ azimuth: 0, tilt: 0 }, sheets];
  return PREDICTORS.map(({ azimuth, tilt }, i) => {
    const differences = all.subarray(i * sheets.length, (i + 1) * sheets.length);
    differences.set(before);
    before = differences;
    for (let n = taken.azimuth + 1; n <= azimuth; n++) subtractBefore(differences, AZIMUTH_AXIS, n);
    for (let n = taken.tilt + 1; n <= tilt; n++) subtractBefore(differences, TILT_AXIS, n);
    taken = { azimuth, tilt };
    return differences;
  });
}

/** Replaces differences by the sheets that they are of. */
export function addDifferences(sheets: Uint16Array, predictor: number): void {
  const { azimuth, tilt } = PREDICTORS[predictor];
  for (let order = tilt; order >= 1; order--) addBefore(sheets, TILT_AXIS, order);
  for (let order = azimuth; order >= 1; order--) addBefore(sheets, AZIMUTH_AXIS, order);
}

/** Whether a predictor has a number. */
export function isPredictor(predictor: number): boolean {
  return predictor < PREDICTOR_COUNT;
}

/** A difference with its sign in the lowest bit: 0, -1, 1, -2 become 0, 1, 2, 3. */
export function zigzag(difference: number): number {
  const signed = (difference << 16) >> 16;
  return ((signed << 1) ^ (signed >> 15)) & 0xffff;
}

/** The difference of that number, modulo 2^16. */
export function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

/** An axis of the sheets: its values, and how far apart they stand. */
interface Axis {
  length: number;
  stride: number;
}

const AZIMUTH_AXIS: Axis = { length: STORED_AZIMUTHS, stride: 1 };
const TILT_AXIS: Axis = { length: TILTS, stride: STORED_AZIMUTHS };

/** Along an axis, from its place `from` on, each value less the one before it. */
function subtractBefore(sheets: Uint16Array, { length, stride }: Axis, from: number): void {
  const line = length * stride;
  for (let start = 0; start < sheets.length; start += line) {
    for (let first = start; first < start + stride; first++) {
      let before = 0;
      for (let at = first + (from - 1) * stride; at < start + line; at += stride) {
        const value = sheets[at];
        sheets[at] = value - before;
        before = value;
      }
    }
  }
}

/** The other way round. */
function addBefore(sheets: Uint16Array, { length, stride }: Axis, from: number): void {
  const line = length * stride;
  for (let start = 0; start < sheets.length; start += line) {
    for (let first = start; first < start + stride; first++) {
      let before = 0;
      for (let at = first + (from - 1) * stride; at < start + line; at += stride) {
        before += sheets[at];
        sheets[at] = before;
      }
    }
  }
}
