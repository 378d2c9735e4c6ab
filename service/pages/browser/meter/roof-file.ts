import { compareWithLog } from '#engine/house/roof-log.ts';
import { type MeterClock, type MeterNote, readHours } from './meter-file.ts';
import { MeterProblem, type MeterTable, readTable } from './meter-table.ts';

export { MeterProblem };

/** A year of what a roof produced: 8760 Swedish clock hours. */
export interface RoofLog {
  kwh: Float64Array;
  notes: MeterNote[];
}

/** Clocks that a file without offsets may keep, with the notes that tell of them. */
const CLOCKS = [
  ['swedish', null],
  ['winter', 'sunWinter'],
  ['utc', 'sunUtc'],
] as const;

/** How much of a log's mean days is explained, 1 at most. */
type Explain = (logKwh: Float64Array) => number;

/** Hours in which the reckoned roof gives less than this part of its highest one may lack: an inverter may sleep. */
const ASLEEP = 0.05;

/**
 * Reads a year of a roof's production, in the forms of a meter's file. Hours without a line in which the reckoned
 * roof has little sun are 0: many inverters write nothing at night and in deep dusk.
 * @param reckonedKwh the roof's reckoned hours, 8760
 * @param clock for a file whose times name no offset; auto takes the one by which most is explained
 * @param explain by the reckoned hours, unless the roof is yet to be found
 * @throws MeterProblem saying what is wrong; noSun where nothing is produced
 */
export function readRoofFile(
  text: string,
  reckonedKwh: Float64Array,
  clock: MeterClock = 'auto',
  explain: Explain = (kwh) => compareWithLog(reckonedKwh, kwh).explained.meanDays,
): RoofLog {
  const table = readTable(text, 'roof');
  const leastKwh = ASLEEP * reckonedKwh.reduce((most, kwh) => Math.max(most, kwh), 0);
  const isDark = (t: number) => reckonedKwh[t] <= leastKwh;
  const log = clock === 'auto' ? readBySun(table, explain, isDark) : readLog(table, clock, isDark);
  if (!log.kwh.some((energy) => energy > 0)) throw new MeterProblem('noSun');
  return dropOwnUse(log);
}

function readLog(table: MeterTable, clock: MeterClock, isDark: (t: number) => boolean): RoofLog {
  const { importKwh, notes } = readHours(table, clock, isDark);
  return { kwh: importKwh, notes };
}

/** Reads by the clock that explains most; of equals the first. */
function readBySun(table: MeterTable, explain: Explain, isDark: (t: number) => boolean): RoofLog {
  let best: RoofLog | null = null;
  let bestExplained = Number.NEGATIVE_INFINITY;
  let problem: unknown;
  for (const [clock, note] of CLOCKS) {
    try {
      const { kwh, notes } = readLog(table, clock, isDark);
      if (best?.kwh.every((energy, t) => energy === kwh[t])) continue;
      const explained = explain(kwh);
      if (best !== null && !(explained > bestExplained)) continue;
      bestExplained = explained;
      best = { kwh, notes: note ? [...notes, { note, count: kwh.length }] : notes };
    } catch (error) {
      problem ??= error;
    }
  }
  if (best === null) throw problem;
  return best;
}

/** Counts hours below 0, in which the inverter used more than it gave, as 0. */
function dropOwnUse({ kwh, notes }: RoofLog): RoofLog {
  const count = kwh.filter((energy) => energy < 0).length;
  if (count === 0) return { kwh, notes };
  return {
    kwh: kwh.map((energy) => Math.max(0, energy)),
    notes: [...notes, { note: 'ownUse', count }],
  };
}
