import { utcOffsetMs } from '#clock/stockholm-time.ts';
import { MeterProblem } from '../files/problem.ts';
import { columnOf, widthOf } from '../files/table.ts';
import type { Axis, BadTime, NamedClock, Stamp } from './axis.ts';
import { type DateOrder, isTime, parseClock, readTimes, type Times } from './times.ts';

/** Rows of a table below its head, and the head's cells above each column, the nearest first. */
export interface Body {
  rows: string[][];
  lines: number[];
  heads: string[][];
  /** Cells of the lines above the head, by column. */
  outside: string[][];
  /** Lines between these that have numbers and no time. */
  untimed: BadTime[];
  /** Name of the table. */
  table: string;
}

/** A column of times that may need a second one for the time of day. */
interface StampColumn extends DateColumn {
  /** Times of day, in minutes. */
  clocks: Clocks | null;
}

interface DateColumn {
  at: number;
  name: string;
  times: Times;
}

/** Times of day by row, minutes since midnight. */
interface Clocks {
  start: Float64Array;
  end: Float64Array;
  /** Whether steps are numbered through the day, so that a day in spring has fewer. */
  isThroughDay: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MIN = 1440;
const END =
  /(?<!\p{L})(?:slut\w*|till|til|tom|t\.o\.m|end|ends|ending|ended|ende|endzeit|until|to|bis|fin|stop\w*|tot|loppu\w*|eind\w*|sluttid\w*|sluttidspunkt|päättyy)(?!\p{L})|slut(?:tid|datum)|(?:hour|period|interval)[ _]?end/iu;
const START =
  /(?<!\p{L})(?:start\w*|från|fran|from|fra|begin\w*|beginn|von|vanaf|van|début|debut|alku\w*|anfang\w*|frå|börjar|alkaa)(?!\p{L})/iu;
const HOUR_NAME =
  /(?<!\p{L})(?:tim\w*|hour\w*|hr|stunde\w*|heure|uur|tunti|time|kl|klock\w*|period\w*|kvart\w*|interval\w*|h|quarter|viertelstunde)(?!\p{L})/iu;
const CLOCKS: [RegExp, NamedClock][] = [
  [/(?<!\p{L})(?:utc|gmt|zulu|z)(?!\p{L}|\s*[+-]\s*\d)/iu, 'utc'],
  [/normaltid|vintertid|winterzeit|(?<!\p{L})(?:cet|mez)(?!\p{L}|\/)|utc\s*\+\s*0?1/iu, 'winter'],
  [/lokal|local|svensk tid|ortszeit|stockholm|cest/iu, 'swedish'],
];

/**
 * Finds the times of a table: one column or a start and an end, with the time of day in it or in a column of its own.
 * Gives the columns that they are in, the axis that they make, and whether they are only dates.
 * @param timeColumns columns of which most cells are times
 * @param order of day and month that a person has set. Null for none
 * @throws MeterProblem noDate
 */
export function findStamps(body: Body, timeColumns: readonly number[], order: DateOrder | null) {
  const { rows, heads } = body;
  const all = timeColumns.map((at) => ({
    at,
    times: readTimes(columnOf(rows, at), order),
    name: heads[at]?.join(' ') ?? '',
  }));
  // A date next to a whole time says nothing more.
  const whole = all.filter(({ times }) => times.hasHours);
  const dates = whole.length > 0 ? [] : all;
  const clockColumns = dates.length > 0 ? findClockColumns(body, timeColumns) : [];
  const stamps: StampColumn[] = [
    ...whole.map((each) => ({ ...each, clocks: null })),
    ...pairClocks(dates, clockColumns, heads),
  ];
  const [first, second] = chooseStartAndEnd(stamps);
  return {
    columns: new Set([...timeColumns, ...clockColumns.map(({ at }) => at)]),
    axis: makeAxis(body, first, second),
    isDaily: !first.times.hasHours && first.clocks === null,
  };
}

/** Finds columns of times of day, or of numbers of hours under a head that says so. */
function findClockColumns({ rows, heads }: Body, timeColumns: readonly number[]) {
  const width = widthOf(rows);
  const found: { at: number; clocks: Clocks }[] = [];
  for (let at = 0; at < width; at++) {
    if (timeColumns.includes(at)) continue;
    const cells = columnOf(rows, at);
    const name = heads[at]?.join(' ') ?? '';
    const clocks = readClocks(cells) ?? (HOUR_NAME.test(name) ? readHourNumbers(cells) : null);
    if (clocks) found.push({ at, clocks });
  }
  return found;
}

const MOST = 0.9;

/** Reads 01:00, 01:00-02:00, 1 AM. Null for a column of something else. */
function readClocks(cells: readonly string[]): Clocks | null {
  const start = new Float64Array(cells.length).fill(Number.NaN);
  const end = new Float64Array(cells.length).fill(Number.NaN);
  let count = 0;
  for (const [i, cell] of cells.entries()) {
    const found = /^(?:kl\.?\s*)?\d/i.test(cell)
      ? parseClock(/^\d{1,2}\s*[AaPp]/.test(cell) ? ` ${cell}` : cell)
      : null;
    if (!found || !/[:.h]|[ap]m/i.test(cell)) continue;
    const until = /^\s*(?:-|–|—|\/|till|to|bis|tot|til)\s*(\d.*)$/i.exec(found.rest);
    if (found.rest.trim() !== '' && !until) continue;
    count++;
    start[i] = found.minutes;
    end[i] = (until && parseClock(until[1])?.minutes) ?? Number.NaN;
  }
  return count > MOST * cells.filter((cell) => cell !== '').length
    ? { start, end, isThroughDay: false }
    : null;
}

/** Reads 0 to 23, 1 to 24, 00-01, 02A and 02B of the hour that autumn repeats, and numbers of quarters up to 100. */
function readHourNumbers(cells: readonly string[]): Clocks | null {
  const numbers = cells.map((cell) => {
    const found = /^\D{0,8}?(\d{1,3})(?:[.,]0+|[AB])?(?:\s*[-–]\s*(\d{1,2}))?$/.exec(cell);
    return found ? Number(found[1]) : Number.NaN;
  });
  const real = numbers.filter((value) => !Number.isNaN(value));
  if (real.length < MOST * cells.length) return null;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const value of real) [least, most] = [Math.min(least, value), Math.max(most, value)];
  const perDay = [24, 48, 96, 288].find(
    (count) => most <= count + count / 24 - (least === 0 ? 1 : 0),
  );
  if (perDay === undefined || most < perDay - 2) return null;
  const stepMin = DAY_MIN / perDay;
  const start = Float64Array.from(numbers, (value) => (value - least) * stepMin);
  const end = new Float64Array(cells.length).fill(Number.NaN);
  return { start, end, isThroughDay: most - least >= perDay };
}

/** Gives each column of dates the time of day behind it, or else the first that is left. More of them are the last date's. */
function pairClocks(
  dates: readonly DateColumn[],
  clockColumns: readonly { at: number; clocks: Clocks }[],
  heads: readonly string[][],
): StampColumn[] {
  const left = [...clockColumns];
  const withClock = (date: DateColumn, clock: (typeof left)[number]) => {
    const name = `${heads[clock.at]?.join(' ') ?? ''} ${date.name}`.trim();
    return { ...date, name, clocks: clock.clocks };
  };
  const all = dates.map((date, i): StampColumn => {
    const next = dates[i + 1]?.at ?? Number.POSITIVE_INFINITY;
    const behind = left.findIndex(({ at }) => at > date.at && at < next);
    const found = behind < 0 && dates.length === 1 && left.length > 0 ? 0 : behind;
    return found < 0 ? { ...date, clocks: null } : withClock(date, left.splice(found, 1)[0]);
  });
  for (const clock of left) all.push(withClock(dates[dates.length - 1], clock));
  const timed = all.filter(({ clocks }) => clocks !== null);
  return timed.length > 0 ? timed : all;
}

/** Chooses the start and, where there is one, the end of an interval. */
function chooseStartAndEnd(stamps: readonly StampColumn[]): [StampColumn, StampColumn | null] {
  const [first, ...others] = stamps;
  if (others.length === 0) return [first, null];
  const end = stamps.find(({ name }) => readStamp(name) === 'end');
  const rest = stamps.filter((each) => each !== end);
  const start = rest.find(({ name }) => START.test(name)) ?? rest[0];
  if (end) return [start, end];
  const utc = stamps.find(({ name }) => CLOCKS[0][0].test(name));
  if (utc) return [utc, null];
  if (START.test(start.name)) return [start, null];
  const second = others[0];
  const gaps = usualGaps(first.times, second.times);
  if (gaps.size === 1) {
    const [gap] = gaps;
    if (gap > 0 && gap <= DAY_MS) return [first, second];
    if (gap < 0 && gap >= -DAY_MS) return [second, first];
  }
  return [first, null];
}

/** Gaps that more than a tenth of the rows have. */
function usualGaps(first: Times, second: Times): Set<number> {
  const counts = new Map<number, number>();
  for (const [i, ms] of first.clockMs.entries()) {
    const gap = second.clockMs[i] - ms;
    if (!Number.isNaN(gap)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  }
  const usual = [...counts].filter(([, count]) => count > 0.1 * first.clockMs.length);
  return new Set(usual.map(([gap]) => gap));
}

function makeAxis(body: Body, first: StampColumn, second: StampColumn | null): Axis {
  const clockMs = addClocks(first);
  const { clocks, times } = first;
  // Steps that are numbered through the day begin at its midnight, whatever the clock does.
  const offsetMin = clocks?.isThroughDay
    ? times.clockMs.map((ms, i) => (Number.isNaN(clockMs[i]) ? Number.NaN : midnightOffsetMin(ms)))
    : Float64Array.from(times.offsetMin);
  const endMs = Float64Array.from(times.endMs);
  const ends = second ? addClocks(second) : null;
  const isLastMinute = clockMs.every((ms) => !(roundUp(ms) === ms));
  if (isLastMinute) for (const [i, ms] of clockMs.entries()) clockMs[i] = roundUp(ms);
  for (const [i, ms] of clockMs.entries()) {
    if (ends) endMs[i] = roundUp(ends[i]);
    else if (clocks && !Number.isNaN(clocks.end[i]))
      endMs[i] = times.clockMs[i] + clocks.end[i] * MINUTE_MS;
    if (endMs[i] <= ms) endMs[i] += DAY_MS;
  }
  return {
    name: first.name,
    clockMs,
    offsetMin,
    endMs,
    lines: Int32Array.from(body.lines),
    isBare: false,
    isRowADay: false,
    stamp: isLastMinute ? 'end' : second || hasEnds(endMs) ? 'start' : readStamp(first.name),
    clock: CLOCKS.find(([pattern]) => pattern.test(first.name))?.[1] ?? null,
    order: times.order,
    badTimes: listBadTimes(body, first.at, clockMs),
    isDoubtful: times.isDoubtful,
  };
}

/** Lines without a time, and those whose time no calendar has. */
function listBadTimes(
  { rows, lines, untimed, table }: Body,
  at: number,
  clockMs: Float64Array,
): BadTime[] {
  const unreal = [...lines.keys()]
    .filter((i) => Number.isNaN(clockMs[i]))
    .map((i) => ({ table, line: lines[i], found: rows[i][at] ?? '' }));
  return [...untimed, ...unreal].sort((a, b) => a.line - b.line);
}

function readStamp(name: string): Stamp | null {
  if (START.test(name)) return 'start';
  return END.test(name) ? 'end' : null;
}

function hasEnds(endMs: Float64Array): boolean {
  return endMs.length > 0 && endMs.filter((ms) => !Number.isNaN(ms)).length > MOST * endMs.length;
}

/** An interval that ends at 00:59 or 00:59:59 ends with the hour. */
function roundUp(ms: number): number {
  return ms % (5 * MINUTE_MS) === 4 * MINUTE_MS ? ms + MINUTE_MS : ms;
}

function addClocks({ times, clocks }: StampColumn): Float64Array {
  if (!clocks) return Float64Array.from(times.clockMs);
  return times.clockMs.map((ms, i) => ms + clocks.start[i] * MINUTE_MS);
}

/** Minutes by which Swedish clocks are ahead of UTC at the midnight that a date begins with. */
export function midnightOffsetMin(midnightMs: number): number {
  return utcOffsetMs(midnightMs - 60 * MINUTE_MS) / MINUTE_MS;
}

/** Fails on a table whose times have no date. */
export function rejectBareClocks(rows: readonly string[][]): void {
  const width = widthOf(rows);
  for (let at = 0; at < width; at++) {
    const cells = columnOf(rows, at).filter((cell) => cell !== '');
    const clocks = cells.filter(
      (cell) => /^\d{1,2}[:.]\d{2}(?:\s*[-–].*)?$/.test(cell) && cell.includes(':'),
    );
    if (clocks.length > 10 && clocks.length > MOST * cells.length - 3 && !cells.some(isTime)) {
      throw new MeterProblem('noDate', { found: clocks[0] });
    }
  }
}
