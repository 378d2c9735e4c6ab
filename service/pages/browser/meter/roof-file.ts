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

/**
 * Reads a year of a roof's production, in the forms of a meter's file. Hours without a line in which the reckoned
 * roof has no sun are 0: many inverters write nothing at night.
 * @param reckonedKwh the roof's reckoned hours, 8760
 * @param clock for a file whose times name no offset; auto takes the one by which the sun is where it should be
 * @throws MeterProblem saying what is wrong
 */
export function readRoofFile(
  text: string,
  reckonedKwh: Float64Array,
  clock: MeterClock = 'auto',
): RoofLog {
  const table = readTable(text, 'roof');
  const isDark = (t: number) => reckonedKwh[t] === 0;
  if (clock !== 'auto') return dropOwnUse(readLog(table, clock, isDark));
  return dropOwnUse(readBySun(table, reckonedKwh, isDark));
}

function readLog(table: MeterTable, clock: MeterClock, isDark: (t: number) => boolean): RoofLog {
  const { importKwh, notes } = readHours(table, clock, isDark);
  return { kwh: importKwh, notes };
}

/** Reads by the clock whose mean days are nearest to the reckoned ones; of equals the first. */
function readBySun(
  table: MeterTable,
  reckonedKwh: Float64Array,
  isDark: (t: number) => boolean,
): RoofLog {
  let best: RoofLog | null = null;
  let bestExplained = Number.NEGATIVE_INFINITY;
  let problem: unknown;
  for (const [clock, note] of CLOCKS) {
    try {
      const { kwh, notes } = readLog(table, clock, isDark);
      const { meanDays } = compareWithLog(reckonedKwh, kwh).explained;
      if (best !== null && !(meanDays > bestExplained)) continue;
      bestExplained = meanDays;
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
