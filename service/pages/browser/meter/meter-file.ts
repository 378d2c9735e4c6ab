import { HOUR_MS, localHour, utcOffsetMs } from '#common/stockholm-time.ts';
import { CLOCK_HOURS, HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { MeterProblem, type MeterTable, type Reading, readTable } from './meter-table.ts';

export { MeterProblem };

/** The clock of a file that writes none: the Swedish one, winter time all year, or UTC. */
export type MeterClock = 'auto' | 'swedish' | 'winter' | 'utc';

/** A change made to a file, and the number of its hours. */
export interface MeterNote {
  note:
    | 'quarters'
    | 'leapDay'
    | 'latestYear'
    | 'winterTime'
    | 'sunWinter'
    | 'sunUtc'
    | 'autumnHour'
    | 'filled'
    | 'asleep'
    | 'netExport'
    | 'ownUse';
  count: number;
}

/** A year of a meter: 8760 Swedish clock hours. */
export interface MeterYear {
  importKwh: Float64Array;
  /** Null if the file has none, and its import is the house's whole use. */
  exportKwh: Float64Array | null;
  notes: MeterNote[];
}

/** Largest number of missing hours that are filled: two days. */
const MOST_FILLED = 48;
/** Largest number of doubled hours: two changes of the clock and a doubled line or two. */
const MOST_TWICE = 4;
const LEAP_DAY = 59;
const HOUR_MINUTES = 60;

/**
 * Reads a year of a house's meter from a file: Home Assistant's energy CSV, a grid company's hours or
 * quarters, or 8760 values. Pure: the file goes nowhere.
 * @param clock for a file whose times name no offset; auto finds it in the days when the clock changes
 * @throws MeterProblem saying what is wrong
 */
export function readMeterFile(text: string, clock: MeterClock = 'auto'): MeterYear {
  return splitSoldEnergy(readHours(readTable(text, 'house'), clock, () => false));
}

/**
 * Reads a table's newest year of Swedish clock hours, energies below 0 as they are.
 * @param isDark whether an hour that the file lacks is one with little sun, and so 0
 * @throws MeterProblem
 */
export function readHours(
  table: MeterTable,
  clock: MeterClock,
  isDark: (t: number) => boolean,
): MeterYear {
  if ('values' in table) return readBareYear(table.values);
  return readTimedYear(table.readings, table.hasExport, clock, isDark);
}

function readBareYear(values: Float64Array): MeterYear {
  const notes: MeterNote[] = [];
  const isLeap = values.length % (HOURS + CLOCK_HOURS) === 0;
  const yearHours = isLeap ? HOURS + CLOCK_HOURS : HOURS;
  const perHour = values.length / yearHours;
  if (perHour !== 1 && perHour !== 4)
    throw new MeterProblem('valueCount', { count: values.length });
  let hours: Float64Array = Float64Array.from({ length: yearHours }, (_, t) => {
    const steps = values.subarray(t * perHour, (t + 1) * perHour);
    return steps.reduce((sum, kwh) => sum + kwh, 0);
  });
  if (perHour === 4) notes.push({ note: 'quarters', count: values.length });
  if (isLeap) {
    const after = (LEAP_DAY + 1) * CLOCK_HOURS;
    hours = Float64Array.of(...hours.subarray(0, LEAP_DAY * CLOCK_HOURS), ...hours.subarray(after));
    notes.push({ note: 'leapDay', count: CLOCK_HOURS });
  }
  return { importKwh: hours, exportKwh: null, notes };
}

/** A year's hours while they are summed: how many steps each has had. */
interface Sums {
  importKwh: Float64Array;
  exportKwh: Float64Array;
  steps: Uint16Array;
}

function readTimedYear(
  readings: readonly Reading[],
  hasExport: boolean,
  clock: MeterClock,
  isDark: (t: number) => boolean,
): MeterYear {
  const measured = readings.filter(({ importKwh }) => !Number.isNaN(importKwh));
  if (measured.length === 0) throw new MeterProblem('noConsumption');
  rejectMeterReadings(measured);
  const perHour = countStepsPerHour(measured);
  const notes: MeterNote[] = perHour > 1 ? [{ note: 'quarters', count: measured.length }] : [];
  const isWinter = clock === 'winter' || (clock === 'auto' && isWinterTime(measured));
  if (clock === 'auto' && isWinter) notes.push({ note: 'winterTime', count: measured.length });
  const assumed = isWinter ? 'winter' : clock;
  const years = sumByYear(measured, assumed, notes);
  const { importKwh, exportKwh } = mergeNewestHours(years, perHour, isDark, notes);
  return { importKwh, exportKwh: hasExport ? exportKwh : null, notes };
}

/** Counts the steps of an hour by the usual distance of two lines. */
function countStepsPerHour(readings: readonly Reading[]): number {
  const gaps = readings
    .slice(1)
    .map(({ time }, i) => (time.clockMs - readings[i].time.clockMs) / 60_000)
    .filter((minutes) => minutes > 0)
    .sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY;
  const steps = HOUR_MINUTES / usual;
  if (!Number.isInteger(steps)) throw new MeterProblem('longSteps', { minutes: Math.round(usual) });
  return steps;
}

/** Rejects a counter's readings, which only grow; a house's use in a year of hours does not. */
function rejectMeterReadings(readings: readonly Reading[]): void {
  const grows = readings.every(
    ({ importKwh }, i) => i === 0 || importKwh >= readings[i - 1].importKwh,
  );
  const last = readings[readings.length - 1].importKwh;
  if (readings.length > CLOCK_HOURS && grows && last > readings[0].importKwh) {
    throw new MeterProblem('meterReadings', { last });
  }
}

/** Finds whether times without an offset count the hour that spring skips and only one of autumn's two. */
function isWinterTime(readings: readonly Reading[]): boolean {
  const isChange = (clockMs: number, sign: number) =>
    utcOffsetMs(clockMs - HOUR_MS) - utcOffsetMs(clockMs - 2 * HOUR_MS) === sign * HOUR_MS;
  let spring = 0;
  for (const { time, importKwh } of readings) {
    if (time.offsetMin !== null) return false;
    // Spring skips 02:00 to 03:00 of the clock; files that keep the line write 0 or nothing.
    if (isChange(time.clockMs, 1) && importKwh !== 0) spring++;
  }
  return spring > 0;
}

/** Adds up the steps of each clock hour, by calendar year. */
function sumByYear(
  readings: readonly Reading[],
  clock: MeterClock,
  notes: MeterNote[],
): Map<number, Sums> {
  const years = new Map<number, Sums>();
  let leapSteps = 0;
  for (const { time, importKwh, exportKwh } of readings) {
    const { year, month, day, hour } = readClock(time, clock);
    if (month === 1 && day === 29) {
      leapSteps++;
      continue;
    }
    const sums = years.get(year) ?? createSums();
    years.set(year, sums);
    const t = MONTH_START[month] + (day - 1) * CLOCK_HOURS + hour;
    sums.steps[t]++;
    sums.importKwh[t] += importKwh;
    sums.exportKwh[t] += Number.isNaN(exportKwh) ? 0 : exportKwh;
  }
  if (leapSteps > 0) notes.push({ note: 'leapDay', count: leapSteps });
  return years;
}

function createSums(): Sums {
  const zeros = () => new Float64Array(HOURS);
  return { importKwh: zeros(), exportKwh: zeros(), steps: new Uint16Array(HOURS) };
}

/** Computes the Swedish clock at a written time. */
function readClock({ clockMs, offsetMin }: Reading['time'], clock: MeterClock) {
  const assumedMin = clock === 'utc' ? 0 : clock === 'winter' ? HOUR_MINUTES : null;
  const aheadMin = offsetMin ?? assumedMin;
  if (aheadMin === null) {
    const wall = new Date(clockMs);
    const [month, day, hour] = [wall.getUTCMonth(), wall.getUTCDate(), wall.getUTCHours()];
    return { year: wall.getUTCFullYear(), month, day, hour };
  }
  const utcMs = clockMs - aheadMin * 60_000;
  const year = new Date(utcMs + utcOffsetMs(utcMs)).getUTCFullYear();
  return { year, ...localHour(utcMs) };
}

/** Takes each hour from the newest year that has it. */
function mergeNewestHours(
  years: Map<number, Sums>,
  perHour: number,
  isDark: (t: number) => boolean,
  notes: MeterNote[],
) {
  const newest = [...years.keys()].sort((a, b) => b - a);
  const importKwh = new Float64Array(HOURS).fill(Number.NaN);
  const exportKwh = new Float64Array(HOURS).fill(Number.NaN);
  let [twice, unused] = [0, 0];
  for (const year of newest) {
    const sums = years.get(year) ?? createSums();
    for (let t = 0; t < HOURS; t++) {
      const steps = sums.steps[t];
      if (steps === 0) continue;
      if (!Number.isNaN(importKwh[t])) {
        unused++;
        continue;
      }
      if (steps > perHour) twice++;
      // The hour that autumn repeats gets the mean of its two, and one with a quarter missing that of the rest.
      importKwh[t] = (sums.importKwh[t] * perHour) / steps;
      exportKwh[t] = (sums.exportKwh[t] * perHour) / steps;
    }
  }
  if (twice > MOST_TWICE) throw new MeterProblem('twice', { count: twice });
  if (twice > 0) notes.push({ note: 'autumnHour', count: twice });
  if (unused > 0) notes.push({ note: 'latestYear', count: unused });
  const { asleep, filled } = fillGaps(importKwh, exportKwh, isDark);
  if (asleep > 0) notes.push({ note: 'asleep', count: asleep });
  if (filled > 0) notes.push({ note: 'filled', count: filled });
  return { importKwh, exportKwh };
}

/**
 * Fills missing hours in place: the hour that spring skips gets 0, as in the API's series, and so do dark ones;
 * others get the same hour of the nearest day.
 * @returns the numbers of the dark ones and of the others
 */
function fillGaps(
  importKwh: Float64Array,
  exportKwh: Float64Array,
  isDark: (t: number) => boolean,
): { asleep: number; filled: number } {
  const missing: number[] = [];
  for (let t = 0; t < HOURS; t++) if (Number.isNaN(importKwh[t])) missing.push(t);
  const isSpring = (t: number) => t % CLOCK_HOURS === 2 && t >= 1994 && t < 2160;
  const spring = missing.find(isSpring);
  const dark = missing.filter((t) => t !== spring && isDark(t));
  const others = missing.filter((t) => t !== spring && !isDark(t));
  if (others.length > MOST_FILLED) {
    const [month, day] = computeDate(others[0]);
    throw new MeterProblem('gaps', { count: others.length, month, day });
  }
  for (const t of spring === undefined ? dark : [spring, ...dark]) importKwh[t] = exportKwh[t] = 0;
  for (const t of others) {
    const from = findNearestDay(t, (other) => !missing.includes(other));
    [importKwh[t], exportKwh[t]] = [importKwh[from], exportKwh[from]];
  }
  return { asleep: dark.length, filled: others.length };
}

function findNearestDay(t: number, has: (t: number) => boolean): number {
  for (let days = 1; days < HOURS / CLOCK_HOURS; days++) {
    for (const other of [t - days * CLOCK_HOURS, t + days * CLOCK_HOURS]) {
      if (other >= 0 && other < HOURS && has(other)) return other;
    }
  }
  return t;
}

/** Computes month and day of month, both from 1. */
function computeDate(t: number): [month: number, day: number] {
  const month = MONTH_START.findLastIndex((first) => first <= t);
  return [month + 1, Math.floor((t - MONTH_START[month]) / CLOCK_HOURS) + 1];
}

/** Takes energy below 0 in a file without an export as sold. */
function splitSoldEnergy({ importKwh, exportKwh, notes }: MeterYear): MeterYear {
  const sold = importKwh.filter((kwh) => kwh < 0).length;
  if (exportKwh?.every((kwh) => kwh === 0)) {
    return splitSoldEnergy({ importKwh, exportKwh: null, notes });
  }
  if (sold === 0) return { importKwh, exportKwh: exportKwh?.map(Math.abs) ?? null, notes };
  notes.push({ note: 'netExport', count: sold });
  const net = exportKwh ? importKwh.map((kwh, t) => kwh - Math.abs(exportKwh[t])) : importKwh;
  return {
    importKwh: net.map((kwh) => Math.max(0, kwh)),
    exportKwh: net.map((kwh) => Math.max(0, -kwh)),
    notes,
  };
}
