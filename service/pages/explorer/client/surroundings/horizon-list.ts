import { readHorizon } from '../../url-state.ts';

/**
 * Reads the heights of a horizon from a text: PVGIS' file of a horizon (JSON or its table), or a list of 8 to 48
 * heights from north by way of east, one a line or in one line.
 * @returns degrees. All zeros for a free horizon. Null for a text that is none of these
 */
export function parseHorizon(text: string): number[] | null {
  const heights = readPvgisJson(text) ?? readPvgisTable(text) ?? splitList(text);
  const items = heights.map(String);
  if (heights.length >= 8 && heights.length <= 48 && heights.every((height) => height === 0))
    return heights;
  return readHorizon(items);
}

/** A row of PVGIS: azimuth from south by way of west, -180 (north) to 180, and the horizon's height. */
interface PvgisRow {
  A: number;
  H_hor: number;
}

function readPvgisJson(text: string): number[] | null {
  if (!text.trim().startsWith('{')) return null;
  try {
    const rows: PvgisRow[] = JSON.parse(text).outputs.horizon_profile;
    return orderRows(rows.map(({ A, H_hor }) => [A, H_hor]));
  } catch {
    return null;
  }
}

const ROW = /^\s*(-?\d+(?:\.\d+)?)[\t ,;]+(\d+(?:\.\d+)?)(?:[\t ,;]|$)/;

/** The table has a head with the names of its columns. */
function readPvgisTable(text: string): number[] | null {
  if (!/^\s*A[\t ,;]+H_hor/m.test(text)) return null;
  const rows = text.split(/\r?\n/).flatMap((line) => {
    const found = ROW.exec(line);
    return found ? [[Number(found[1]), Number(found[2])]] : [];
  });
  return orderRows(rows);
}

/** North stands at both ends of PVGIS' rows. */
function orderRows(rows: number[][]): number[] {
  return rows.filter(([azimuth]) => azimuth < 180).map(([, height]) => height);
}

/** A comma is a decimal's where the numbers have other marks between them. */
function splitList(text: string): number[] {
  const plain = text.trim();
  if (plain === '') return [];
  const hasMarks = /[;\n\t]|\d\s+\d/.test(plain) && !/,\s/.test(plain);
  const items = hasMarks ? plain.replaceAll(',', '.').split(/[;\s]+/) : plain.split(/[,\s]+/);
  return items.filter((item) => item !== '').map(Number);
}
