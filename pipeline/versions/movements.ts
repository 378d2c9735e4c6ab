import {
  isBetweenYears,
  isCell,
  placeOf,
  placeOrder,
  type SummaryLines,
} from '../dataset/summary.ts';

/** How far the values of one kind moved between two summaries, in shares of the earlier value. */
export interface Movement {
  /** Values of this kind in both. */
  values: number;
  moved: number;
  /** Median of those that moved. */
  median: number;
  most: number;
  /** Where the largest movement is: a line and its column. */
  where: string;
}

/** Differences between two summaries. */
interface SummaryDiff {
  /** By kind: `GHI`, `Yields`, `Elevations`, `Temperatures`, `Spread between years`, `Prices`, or a market record's name. */
  movements: Map<string, Movement>;
  gained: OneSided;
  lost: OneSided;
}

/** Cells that only one of two summaries has, and market records' lines. */
export interface OneSided {
  cells: number;
  others: number;
  first: string;
  /** Units among the others, by the field that they stand in. */
  units: Map<string, string>;
}

/**
 * Values smaller than this count as this large, so that the last digit that a summary shows is at
 * most 0.1 % of a value (0.2 % of a spread): kWh/m2, kWh/kWp, m, °C, 1 or %, SEK/kWh.
 */
const LEAST: Record<string, number> = {
  GHI: 10,
  Yields: 100,
  Elevations: 100,
  Temperatures: 100,
  'Spread between years': 0.5,
  Prices: 0.1,
  'Hours of prices': 0.1,
};

/** Movements are counted in steps of 0.001 %, each up to and with its end; the last has all above 100 %. */
const STEP = 1e-5;
const STEPS = 100_002;

/** A share of exactly a step's end may come out a little above it. */
const ROUNDING = 1e-6;

interface Tally extends Omit<Movement, 'median'> {
  counts: Uint32Array;
}

/**
 * Compares two summaries line by line, whatever their length: both have their places in the same
 * order, so that neither is held in memory.
 * @param counts whether a place is to be compared
 */
export async function compareSummaries(
  before: SummaryLines,
  after: SummaryLines,
  counts: (place: string) => boolean = () => true,
): Promise<SummaryDiff> {
  const tallies = new Map<string, Tally>();
  const [gained, lost] = [noPlaces(), noPlaces()];
  const [a, b] = [lineReader(before), lineReader(after)];
  const columns = sharedColumns(await a(), await b());
  let [lineA, lineB] = [await a(), await b()];
  while (lineA || lineB) {
    const order = orderOf(lineA, lineB);
    const place = placeOf(order > 0 ? lineB : lineA);
    if (counts(place)) {
      if (order === 0) compareLines({ tallies, columns }, place, lineA, lineB);
      else addPlace(order < 0 ? lost : gained, place);
    }
    if (order <= 0) lineA = await a();
    if (order >= 0) lineB = await b();
  }
  const movements = [...tallies].map(([kind, tally]) => [kind, movementOf(tally)] as const);
  return { movements: new Map(movements), gained, lost };
}

/** Gives the next line, '' behind the last. */
function lineReader(lines: SummaryLines): () => Promise<string> {
  const iterator =
    Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  return async () => {
    const { value, done } = await iterator.next();
    return done ? '' : value;
  };
}

function orderOf(lineA: string, lineB: string): number {
  if (!lineA) return 1;
  return lineB ? placeOrder(placeOf(lineA), placeOf(lineB)) : -1;
}

function noPlaces(): OneSided {
  return { cells: 0, others: 0, first: '', units: new Map() };
}

/** `tariffs.records.0.vat.unit %` */
const UNIT = /^(\S+\.unit) (\S+)$/;

function addPlace(places: OneSided, place: string): void {
  if (isCell(place)) places.cells++;
  else places.others++;
  places.first ||= place;
  const [, field, unit] = UNIT.exec(place) ?? [];
  if (field) places.units.set(field, unit);
}

/** A column of the cells' lines: its name and kind, and where it stands in both summaries. */
interface Column {
  name: string;
  kind: string;
  before: number;
  after: number;
}

/** The cells' columns that both headings have. */
function sharedColumns(before: string, after: string): Column[] {
  const names = after.split(',');
  return before.split(',').flatMap((name, i) => {
    const at = names.indexOf(name);
    return i > 0 && at > 0 ? [{ name, kind: kindOfColumn(name), before: i, after: at }] : [];
  });
}

function compareLines(
  { tallies, columns }: { tallies: Map<string, Tally>; columns: readonly Column[] },
  place: string,
  lineA: string,
  lineB: string,
): void {
  const before = lineA.split(',');
  const after = lineB.split(',');
  if (isCell(place)) {
    for (const column of columns) {
      const found = tallyOf(tallies, column.kind);
      const isMost = add(found, column.kind, before[column.before], after[column.after]);
      if (isMost) found.where = `${place} ${column.name}`;
    }
    return;
  }
  const kind = kindOfPlace(place);
  const found = tallyOf(tallies, kind);
  for (let i = 1; i < Math.min(before.length, after.length); i++) {
    if (add(found, kind, before[i], after[i])) found.where = place;
  }
}

function kindOfColumn(column: string): string {
  if (column.startsWith('ghi')) return 'GHI';
  if (column.startsWith('t2m')) return 'Temperatures';
  return column === 'elevation' ? 'Elevations' : 'Yields';
}

/** `SE3 01` is of the prices, `SE3 01 hours` of their hours, `tariffs.0.energy_tax.value` of the tariffs. */
function kindOfPlace(place: string): string {
  if (isBetweenYears(place)) return 'Spread between years';
  if (/^SE\d \d\d hours$/.test(place)) return 'Hours of prices';
  return /^SE\d /.test(place) ? 'Prices' : place.split(/[ .]/)[0];
}

function tallyOf(tallies: Map<string, Tally>, kind: string): Tally {
  const found = tallies.get(kind);
  if (found) return found;
  const made = { values: 0, moved: 0, most: 0, where: '', counts: new Uint32Array(STEPS) };
  tallies.set(kind, made);
  return made;
}

/** Counts one value; whether it moved further than all before it. */
function add(found: Tally, kind: string, before: string, after: string): boolean {
  found.values++;
  if (before === after) return false;
  const move = moveOf(Number(before), Number(after), LEAST[kind] ?? 0);
  if (move === 0) return false;
  found.moved++;
  found.counts[Math.min(STEPS - 1, Math.ceil(move / STEP - ROUNDING))]++;
  if (move <= found.most) return false;
  found.most = move;
  return true;
}

/** NaN is unknown: becoming known or unknown is as far as a value can move. */
function moveOf(before: number, after: number, least: number): number {
  if (before === after || (Number.isNaN(before) && Number.isNaN(after))) return 0;
  const move = Math.abs(after - before) / Math.max(Math.abs(before), least);
  return Number.isNaN(move) ? Number.POSITIVE_INFINITY : move;
}

function movementOf({ counts, ...found }: Tally): Movement {
  let below = 0;
  let step = 0;
  while (step < STEPS - 1 && 2 * (below + counts[step]) < found.moved) below += counts[step++];
  return { ...found, median: step * STEP };
}
