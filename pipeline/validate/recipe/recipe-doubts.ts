import { basename } from 'node:path';
import type { Recipe } from '../../../schemas/types.ts';
import type { Frame } from '../../coverage/dataset-frame.ts';
import { type GhiChoice, setName } from './choose-sets.ts';
import { countZeros } from './count-zeros.ts';
import { monthsOf, type RasterSet, sampleOf, yearsOf } from './raster-sets.ts';

export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Pixels without sun in the month nearest to July. */
export async function tellZeros(set: RasterSet, frame: Frame, doubts: string[]): Promise<void> {
  const { ref, month = 7 } = sampleOf(set);
  const { pixels, cells, first } = await countZeros(ref, frame);
  if (pixels === 0) return;
  doubts.push(
    `${basename(ref.entry ?? ref.path)}: ${pixels} pixels in ${cells} cells are 0 in ${MONTH_NAMES[month - 1]}, first at ${first}, and the file does not call them missing. If they are, tell each file so: gdal_translate -a_nodata 0 in.tif out.tif.`,
  );
}

/** Months that a variable lacks. */
export function tellMonths(variable: string, set: RasterSet, doubts: string[]): void {
  const there = monthsOf(set);
  const missing = MONTH_NAMES.filter((_, i) => !there.includes(i + 1));
  if (missing.length === 0) return;
  doubts.push(
    `${variable}: ${missing.join(', ')} missing in ${setName(set)}. Fetch what is missing: a build needs all twelve.`,
  );
}

/** Years that are left out or alone, and a spread that they do not give. */
export function tellYears(recipe: Recipe, choices: readonly GhiChoice[], doubts: string[]): void {
  for (const { set } of choices) {
    const all = [...new Set(set.fields.flatMap(({ year }) => year ?? []))].sort((a, b) => a - b);
    const years = yearsOf(set);
    const left = all.filter((year) => years && (year < years[0] || year > years[1]));
    if (left.length > 0) {
      doubts.push(
        `${setName(set)}: ${left.join(', ')} left out, as months are missing there or before. Complete the files and make the recipe anew if they are wanted.`,
      );
    }
    if (all.length === 1) {
      doubts.push(
        `${setName(set)} is of ${all[0]} alone. When validate stops at an unusual month, "accept_range" takes it.`,
      );
    }
  }
  if (recipe.interannual) return;
  doubts.push(
    'Answers will have no spread between years: give "interannual" places, or ten years of files.',
  );
}

/** Credit is guessed by names at best. */
export function creditDoubt({ set, database }: GhiChoice): string {
  if (database) {
    return `By its name ${setName(set)} is from: ${database.name}. Put version and years into "name", and hold "licence" and "attribution" against the source's own.`;
  }
  return `Where ${setName(set)} comes from is not told: "name", "licence" and "attribution" are shown in answers; write them. "radiation_db" is RADDB-SARAH3 until you change it.`;
}
