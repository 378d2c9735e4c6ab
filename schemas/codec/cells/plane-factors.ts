import { PLANES } from '../axes.ts';
import type { AnswerHeader } from '../pv-yield-artifact.ts';
import { putPlanes, takePlanes } from './byte-planes.ts';
import { addDifferences, differencesOf, SHEETS, unzigzag, zigzag } from './residuals.ts';

/**
 * Fields of a header's `interannual` that are tables of the planes, 13 lists of 361 each, in the order of their bytes; and
 * the units of 1 that they are written in.
 */
const UNITS = { plane_factors: 1000, plane_scatter_pct: 100 };
const TABLES = ['plane_factors', 'plane_scatter_pct'] as const;
const TABLE = SHEETS * PLANES;

/** Second differences along both axes leave the least of them. */
const PREDICTOR = 2;

/**
 * A header without its tables of planes, which take 27 kB each as JSON and 2.5 so, and these as bytes; null if it has
 * none. A table with more decimals stays in the header.
 */
export function packFactors(header: AnswerHeader): { json: object; factors: Uint8Array | null } {
  const { interannual } = header;
  if (!interannual) return { json: header, factors: null };
  const packed = new Map<string, Uint16Array>();
  for (const name of TABLES) {
    const units = unitsOf(interannual[name], UNITS[name]);
    if (units) packed.set(name, units);
  }
  if (packed.size === 0) return { json: header, factors: null };
  const values = Uint16Array.from([...packed.values()].flatMap((table) => [...table]));
  const differences = differencesOf(values)[PREDICTOR];
  const writer = { bytes: new Uint8Array(2 * values.length), at: 0 };
  putPlanes(writer, new Uint8Array(differences.map(zigzag).buffer), 2);
  const emptied = Object.fromEntries(Array.from(packed.keys(), (name) => [name, []]));
  return {
    json: { ...header, interannual: { ...interannual, ...emptied } },
    factors: writer.bytes,
  };
}

/** The header with its tables; it comes with an empty list where one is bytes. */
export function unpackFactors(header: AnswerHeader, factors: Uint8Array | null): AnswerHeader {
  const { interannual } = header;
  if (!interannual || !factors) return header;
  const count = factors.length / 2;
  const values = new Uint16Array(takePlanes({ bytes: factors, at: 0 }, count, 2).buffer);
  for (let i = 0; i < count; i++) values[i] = unzigzag(values[i]);
  addDifferences(values, PREDICTOR);
  const tables: Partial<Record<(typeof TABLES)[number], number[][]>> = {};
  let at = 0;
  for (const name of TABLES.filter((name) => interannual[name]?.length === 0)) {
    tables[name] = listsOf(values.subarray(at, at + TABLE), UNITS[name]);
    at += TABLE;
  }
  return { ...header, interannual: { ...interannual, ...tables } };
}

/** A table's values in units of which `each` are 1; null when they are finer, or not so many. */
function unitsOf(lists: readonly number[][] | undefined, each: number): Uint16Array | null {
  const values = lists?.flat() ?? [];
  const units = Uint16Array.from(values, (value) => Math.round(value * each));
  const isExact = values.every((value, i) => value === units[i] / each);
  return isExact && values.length === TABLE ? units : null;
}

function listsOf(table: Uint16Array, each: number): number[][] {
  return Array.from({ length: SHEETS }, (_, list) =>
    Array.from(table.subarray(list * PLANES, (list + 1) * PLANES), (value) => value / each),
  );
}
