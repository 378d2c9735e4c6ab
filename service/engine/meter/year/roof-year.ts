import { HOURS } from '../../../../schemas/codec/axes.ts';
import { compareWithLog } from '../../house/roof-log.ts';
import { sum } from '../../statistics.ts';
import { toClockYear } from '../energies/hours.ts';
import { listNames } from '../energies/roles.ts';
import { type Message, MeterProblem } from '../files/problem.ts';
import type { NamedClock, Stamp } from '../times/axis.ts';
import { doubtColumns, FEW_MISSING, type Offered } from './doubts.ts';
import { fillMissing, listGaps, listMissing, rejectGaps } from './gaps.ts';
import { clockYear, type HouseYear, noteReading, sumColumns, sumRoles } from './house-year.ts';

/** Facts about a roof that are known before its log is read. */
export interface KnownRoof {
  /** Its calculated hours, 8760. */
  calculatedKwh: Float64Array;
  /** Null if it is not known. */
  kwp: number | null;
}

/** A clock is found by the sun where the days fit better by this much. */
const BETTER = 0.002;

/**
 * Computes what a roof produced in each hour of a year. What the file does not say of its clock, and of its stamps,
 * follows from the hours of sun.
 * @throws MeterProblem
 */
export function roofYear(
  offered: Offered,
  roof: KnownRoof,
  clock: NamedClock | null,
  stamp: Stamp | null,
): HouseYear {
  const hasOffsets = offered.main.axis.offsetMin.every((minutes) => !Number.isNaN(minutes));
  const isFixed = offered.choices.clock !== null || offered.main.axis.clock !== null || hasOffsets;
  const clocks: NamedClock[] = isFixed ? [clock ?? 'swedish'] : ['swedish', 'winter', 'utc'];
  const stamps: Stamp[] = stamp ? [stamp] : ['start', 'end'];
  const tried = stamps.flatMap((each) => clocks.map((name) => [name, each] as const));
  let [best, bestMatch] = [tried[0], Number.NEGATIVE_INFINITY];
  if (tried.length > 1 && !offered.main.axis.isBare) {
    for (const each of tried) {
      const { kwh } = toClockYear(sumYear(offered, ...each).production, false);
      const match = matchDaylight(
        roof.calculatedKwh,
        kwh.map((value) => value || 0),
      );
      if (match > bestMatch + BETTER) [best, bestMatch] = [each, match];
    }
  }
  return finishYear(offered, roof, ...best);
}

function sumYear(offered: Offered, clock: NamedClock, stamp: Stamp) {
  const hours = sumColumns(offered, clock, stamp);
  const { production } = sumRoles(offered, hours);
  if (!production) throw new MeterProblem('noProduction', { columns: listNames(offered.measured) });
  return { hours, production };
}

function finishYear(offered: Offered, roof: KnownRoof, clock: NamedClock, stamp: Stamp): HouseYear {
  const { hours, production } = sumYear(offered, clock, stamp);
  const notes = noteReading(offered, hours, clock, stamp, null);
  const kwh = clockYear(production, offered.main.axis.isBare, notes);
  const isDim = listDim(roof.calculatedKwh);
  const lacking = listMissing(kwh);
  const missing = lacking.filter((t) => !isDim(t));
  const gaps = listGaps(lacking, (t) => !isDim(t));
  for (const t of lacking) if (isDim(t)) kwh[t] = 0;
  const lit = HOURS - roof.calculatedKwh.filter((_, t) => isDim(t)).length;
  rejectGaps(missing, lit);
  const [count, asleep] = [missing.length, lacking.length - missing.length];
  if (asleep > 0) notes.push({ code: 'asleep', values: { count: asleep } });
  if (count > 0) notes.push({ code: 'filled', values: { count } });
  fillMissing(kwh, missing);
  dropOwnUse(kwh, notes);
  const nightKwh = dropNights(kwh, listNights(roof.calculatedKwh));
  if (!kwh.some((energy) => energy > 0)) throw new MeterProblem('noSun');
  const questions = [
    ...doubtColumns(offered, {}),
    ...doubtRoof(kwh, nightKwh, roof, { count, part: count / lit }),
  ];
  return { kwh, soldKwh: null, clock, stamp, gaps, notes, questions };
}

const LARGEST_ROOF_KW = 30;
/** A log above so many times what is computed is asked about. */
const LARGEST_PART = 1.5;

/**
 * Doubts about a roof's year.
 * @param missing hours with sun that the file lacks, and the part of all of them
 */
function doubtRoof(
  kwh: Float64Array,
  nightKwh: number,
  { kwp, calculatedKwh }: KnownRoof,
  missing: { count: number; part: number },
): Message[] {
  const found: Message[] = [];
  const [year, calculated] = [sum(kwh), sum(calculatedKwh)];
  const most = kwh.reduce((highest, each) => Math.max(highest, each), 0);
  if (nightKwh > 0.01 * year) found.push({ code: 'nightSun', values: { kwh: nightKwh } });
  if (kwp !== null && calculated > 0 && year > LARGEST_PART * calculated)
    found.push({ code: 'largerThanRoof', values: { kwh: year, calculated } });
  if (most > LARGEST_ROOF_KW && most > 1.2 * (kwp ?? 0))
    found.push({ code: 'largeRoof', values: { kw: most } });
  if (missing.part > FEW_MISSING)
    found.push({ code: 'manyMissing', values: { count: missing.count } });
  return found;
}

/** Counts hours below 0, in which the inverter used more than it gave, as 0. */
function dropOwnUse(kwh: Float64Array, notes: Message[]): void {
  const below = kwh.filter((energy) => energy < 0).length;
  if (below === 0) return;
  for (let t = 0; t < HOURS; t++) kwh[t] = Math.max(0, kwh[t]);
  notes.push({ code: 'ownUse', values: { count: below } });
}

/** A battery that empties through the inverter produces at night: leaves that out, and returns how much it was. */
function dropNights(kwh: Float64Array, isNight: (t: number) => boolean): number {
  let dropped = 0;
  for (let t = 0; t < HOURS; t++) {
    if (!isNight(t)) continue;
    dropped += kwh[t];
    kwh[t] = 0;
  }
  return dropped;
}

/** An hour with less than this part of the highest is dark. */
const DARK = 0.01;

/**
 * Says how well the hours with sun of a log are those of the calculated roof, 1 at most: by the mean day of each month
 * of hours with and without sun. The direction of the roof hardly changes them, a clock that is an hour off does.
 */
function matchDaylight(calculatedKwh: Float64Array, logKwh: Float64Array): number {
  return compareWithLog(findLight(calculatedKwh), findLight(logKwh)).explained.meanDays;
}

function findLight(kwh: Float64Array): Float64Array {
  const limit = DARK * kwh.reduce((most, each) => Math.max(most, each), 0);
  return kwh.map((each) => Number(each > limit));
}

/** An inverter may sleep in hours of less than this part of the highest. */
const ASLEEP = 0.05;

/** Hours in which a roof may produce so little that its inverter writes nothing. */
function listDim(calculatedKwh: Float64Array): (t: number) => boolean {
  const limit = ASLEEP * calculatedKwh.reduce((most, each) => Math.max(most, each), 0);
  return (t) => calculatedKwh[t] <= limit;
}

/** Hours of night, also for a clock that is an hour off. */
function listNights(calculatedKwh: Float64Array): (t: number) => boolean {
  return (t) => [t - 1, t, t + 1].every((near) => calculatedKwh[(near + HOURS) % HOURS] === 0);
}
