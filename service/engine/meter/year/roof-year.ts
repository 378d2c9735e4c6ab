import { HOURS } from '../../../../schemas/codec/axes.ts';
import { sum } from '../../statistics.ts';
import { toClockYear } from '../energies/hours.ts';
import { listNames } from '../energies/roles.ts';
import { type Message, MeterProblem } from '../files/problem.ts';
import type { NamedClock, Stamp } from '../times/axis.ts';
import { doubtColumns, doubtRoof, type Offered } from './doubts.ts';
import { fillMissing, listGaps, listMissing, rejectGaps } from './gaps.ts';
import { type HouseYear, noteReading, sumColumns, sumRoles } from './house-year.ts';
import { listDim, listNights, matchDaylight } from './sun-clock.ts';

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
      const { kwh } = sumYear(offered, ...each);
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
  return { hours, ...toClockYear(production, offered.main.axis.isBare) };
}

function finishYear(offered: Offered, roof: KnownRoof, clock: NamedClock, stamp: Stamp): HouseYear {
  const { hours, kwh, older, hasLeapDay } = sumYear(offered, clock, stamp);
  const notes = noteReading(offered, hours, clock, stamp, null);
  if (hasLeapDay) notes.push({ code: 'leapDay', values: {} });
  if (older > 0) notes.push({ code: 'latestYear', values: { count: older } });
  const isDim = listDim(roof.calculatedKwh);
  const lacking = listMissing(kwh);
  const missing = lacking.filter((t) => !isDim(t));
  const gaps = listGaps(lacking, (t) => !isDim(t));
  for (const t of lacking) if (isDim(t)) kwh[t] = 0;
  const lit = HOURS - roof.calculatedKwh.filter((_, t) => isDim(t)).length;
  rejectGaps(missing, lit);
  if (lacking.length > missing.length) {
    notes.push({ code: 'asleep', values: { count: lacking.length - missing.length } });
  }
  if (missing.length > 0) notes.push({ code: 'filled', values: { count: missing.length } });
  fillMissing(kwh, missing);
  dropOwnUse(kwh, notes);
  const nightKwh = dropNights(kwh, listNights(roof.calculatedKwh));
  if (!kwh.some((energy) => energy > 0)) throw new MeterProblem('noSun');
  const questions = [
    ...doubtColumns(offered, {}),
    ...doubtRoof({
      kwh,
      nightKwh,
      kwp: roof.kwp,
      calculated: sum(roof.calculatedKwh),
      missingPart: missing.length / lit,
      missing: missing.length,
    }),
  ];
  return { kwh, soldKwh: null, clock, stamp, gaps, notes, questions };
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
