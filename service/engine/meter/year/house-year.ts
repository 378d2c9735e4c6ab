import { group } from 'd3-array';
import { HOURS } from '../../../../schemas/codec/axes.ts';
import { sum } from '../../statistics.ts';
import {
  addSeries,
  type Balance,
  balance,
  type Energies,
  type Series,
} from '../energies/balance.ts';
import { countOverlaps, toClockYear } from '../energies/hours.ts';
import { measureHours } from '../energies/measure.ts';
import { listNames } from '../energies/roles.ts';
import { type Message, MeterProblem } from '../files/problem.ts';
import type { Axis, NamedClock, Stamp } from '../times/axis.ts';
import { isUsed } from '../values/names.ts';
import { doubtBattery, doubtColumns, doubtHouse, doubtTimes, type Offered } from './doubts.ts';
import { fillMissing, type Gap, listGaps, listMissing, rejectGaps } from './gaps.ts';

/** A year of 8760 Swedish clock hours, and how it was found. */
export interface HouseYear {
  /** Energy that a house bought, or that a roof produced. */
  kwh: Float64Array;
  /** Null if the file has none. */
  soldKwh: Float64Array | null;
  clock: NamedClock;
  stamp: Stamp;
  /** Hours of the year that no line has. */
  gaps: Gap[];
  /** Notes on the processing of the file. */
  notes: Message[];
  /** Questions that a person is to confirm before the year is used. */
  questions: Message[];
}

/** The hours of a column, with its place. */
export type ColumnHours = { at: number } & ReturnType<typeof measureHours>;

/** Times may stand twice in a few hours: two changes of the clock, a line that was written again. */
const MOST_TWICE = 12;

/** Adds up the hours of the columns that count. @throws MeterProblem twice */
export function sumColumns(
  { measured, roles }: Offered,
  clock: NamedClock,
  stamp: Stamp,
): ColumnHours[] {
  const used = measured.filter(({ at }) => isUsed(roles[at]));
  return used.map((column) => {
    const hours = measureHours(column, clock, stamp);
    const twice = countOverlaps(hours);
    if (twice > MOST_TWICE && twice > 0.005 * hours.cover.length) {
      throw new MeterProblem('twice', { count: twice, column: column.name });
    }
    return { at: column.at, ...hours };
  });
}

/** Adds the columns of each role. */
export function sumRoles({ roles }: Offered, hours: readonly ColumnHours[]): Energies {
  const columns = group(hours, ({ at }) => roles[at]);
  return Object.fromEntries(Array.from(columns, ([role, own]) => [role, addSeries(own)]));
}

/**
 * Computes what a house bought and sold in each hour of a year.
 * @param foundClock,foundStamp null where the file does not show them: Swedish time and starts are taken, and asked about
 * @throws MeterProblem
 */
export function houseYear(
  offered: Offered,
  foundClock: NamedClock | null,
  foundStamp: Stamp | null,
): HouseYear {
  const { measured, main, choices } = offered;
  const [clock, stamp] = [foundClock ?? 'swedish', foundStamp ?? 'start'];
  const hours = sumColumns(offered, clock, stamp);
  const energies = sumRoles(offered, hours);
  const balanced = balance(energies);
  if (!balanced) throw new MeterProblem('noConsumption', { columns: listNames(measured) });
  const notes = noteReading(offered, hours, clock, stamp, balanced);
  const year = toYear(balanced, main.axis.isBare, notes);
  const questions = [
    ...doubtColumns(offered, energies),
    ...doubtBattery(measured, balanced, energies),
    ...doubtTimes(main, choices, foundClock, foundStamp),
    ...doubtHouse(year, energies, balanced.isDoubtful, main.kind === 'reading'),
  ];
  return { ...year, clock, stamp, notes, questions };
}

function toYear({ bought, sold }: Balance, isBare: boolean, notes: Message[]) {
  const kwh = clockYear(bought, isBare, notes);
  const soldKwh = sold && toClockYear(sold, isBare).kwh;
  const missing = listMissing(kwh);
  rejectGaps(missing);
  if (missing.length > 0) notes.push({ code: 'filled', values: { count: missing.length } });
  // Where something was bought, no line of sold energy is none.
  if (soldKwh) for (let t = 0; t < HOURS; t++) if (!Number.isNaN(kwh[t])) soldKwh[t] ||= 0;
  for (const values of soldKwh ? [kwh, soldKwh] : [kwh]) fillMissing(values, missing);
  return { ...divide(kwh, soldKwh, notes), gaps: listGaps(missing) };
}

/** A year of Swedish clock hours, and notes on what was left out of it. */
export function clockYear(series: Series, isBare: boolean, notes: Message[]): Float64Array {
  const { kwh, older, hasLeapDay } = toClockYear(series, isBare);
  if (hasLeapDay) notes.push({ code: 'leapDay', values: {} });
  if (older > 0) notes.push({ code: 'latestYear', values: { count: older } });
  return kwh;
}

/** Divides hours below 0 off as sold. */
function divide(kwh: Float64Array, soldKwh: Float64Array | null, notes: Message[]) {
  const sold = soldKwh?.some((each) => each !== 0) ? soldKwh : null;
  const below = kwh.filter((each) => each < 0).length;
  if (below === 0) return { kwh, soldKwh: sold?.map(Math.abs) ?? null };
  notes.push({ code: 'netExport', values: { count: below } });
  const net = kwh.map((each, t) => each - Math.abs(sold?.[t] ?? 0));
  return {
    kwh: net.map((each) => Math.max(0, each)),
    soldKwh: net.map((each) => Math.max(0, -each)),
  };
}

const KIND_NOTES = {
  power: 'meanPower',
  reading: 'counter',
  daily: 'dailyCounter',
  energy: null,
} as const;

/** Notes on how the columns that count were read. */
export function noteReading(
  { measured, roles, main, choices }: Offered,
  hours: readonly ColumnHours[],
  clock: NamedClock,
  stamp: Stamp,
  balanced: Balance | null,
): Message[] {
  const notes: Message[] = [];
  const add = (code: Message['code'], values: Message['values'] = {}) =>
    notes.push({ code, values });
  const used = hours.map(({ at }) => measured[at]);
  for (const [kind, own] of group(used, (column) => column.kind)) {
    const code = KIND_NOTES[kind];
    if (code) add(code, { columns: listNames(own) });
  }
  const counts = {
    resets: sum(hours.map((each) => each.resets)),
    spread: sum(hours.map((each) => each.spread)),
    rewritten: sum(hours.map((each) => each.rewritten)),
    estimates: sum(used.map((each) => each.estimates)),
  };
  for (const code of ['resets', 'spread', 'rewritten', 'estimates'] as const)
    if (counts[code] > 0) add(code, { count: counts[code] });
  for (const own of group(used, ({ at }) => roles[at]).values())
    if (own.length > 1) add('added', { columns: listNames(own) });
  if (balanced?.how === 'gross' || balanced?.how === 'withoutSelfUse') add(balanced.how);
  for (const { name, bad, blanks } of used) {
    if (blanks && !blanks.isDoubtful) add('blankIsZero', { column: name, count: blanks.count });
    if (bad) add('badCells', { column: name, ...bad });
  }
  for (const note of noteBadTimes(used.map(({ axis }) => axis))) notes.push(note);
  const isAssumed = !choices.clock && Number.isNaN(main.axis.offsetMin[0]) && !main.axis.isBare;
  if (isAssumed && clock !== 'swedish') add(clock === 'utc' ? 'utc' : 'winterTime');
  if (stamp === 'end') add('endStamps');
  return notes;
}

/** More lines than these are only counted. */
const MOST_LINES = 8;

/** Notes for each table the lines whose time cannot be read. */
function noteBadTimes(axes: readonly Axis[]): Message[] {
  const bad = [...new Set(axes)].flatMap(({ badTimes }) => badTimes);
  return [...group(bad, ({ table }) => table)].map(([table, own]) => {
    const first = own.slice(0, MOST_LINES).map(({ line, found }) => `${line} (”${found}”)`);
    const lines = first.join(', ') + (own.length > MOST_LINES ? ' …' : '');
    return { code: 'badTimes', values: { count: own.length, table, lines } };
  });
}
