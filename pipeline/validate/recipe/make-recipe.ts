/**
 * Writes a recipe for rasters as they are found: `node --import tsx pipeline/validate/recipe/make-recipe.ts
 * --from FOLDER|ZIP|FILE [--out FILE]`. Says what it took for what, and what it doubts.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { progressTo } from '../../files/progress.ts';
import { writeJsonWhole } from '../../files/write-whole.ts';
import { chooseSets, setName } from './choose-sets.ts';
import { type Draft, draftRecipe } from './draft-recipe.ts';
import { findRasters } from './find-rasters.ts';
import { fitCoverage } from './fit-coverage.ts';
import { type RasterSet, rasterSets } from './raster-sets.ts';

const { values: options } = parseArgs({
  options: { from: { type: 'string', default: '' }, out: { type: 'string', default: '' } },
});

try {
  await makeRecipe(options.from, options.out);
} catch (error) {
  console.error(`No recipe: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function makeRecipe(from: string, wantedOut: string): Promise<void> {
  if (from === '')
    throw new Error('FROM is missing, expected a folder, a zip or a file: FROM=data.');
  const { folder, groups, doubts } = await findRasters(from);
  const out = wantedOut || join(folder, 'recipe.json');
  refuseExisting(out);
  const sets: RasterSet[] = [];
  for (const group of groups) {
    await rasterSets(group).then(
      (found) => sets.push(...found),
      (error: Error) => doubts.push(error.message),
    );
  }
  const chosen = chooseSets(sets, from);
  const draft = await draftRecipe(chosen, folder, dirname(out), new Date());
  const { recipe, cells } = await tried(draft, dirname(out));
  mkdirSync(dirname(out), { recursive: true });
  refuseExisting(out);
  writeJsonWhole(out, recipe);
  const unused = chosen.unused.map(setName);
  const left =
    unused.length > 0
      ? [
          `not used: ${unused.slice(0, 4).join(', ')}${unused.length > 4 ? ` and ${unused.length - 4} more` : ''}`,
        ]
      : [];
  print(`Took from ${from}:`, [...draft.taken, ...left, cells]);
  print('In doubt:', [...draft.doubts, ...doubts]);
  console.log(`Wrote ${out}. Next: make validate RECIPE=${out}`);
}

/** Looks at the rasters as a build would; what stops one is a doubt here, and the recipe stays as it was. */
async function tried(draft: Draft, folder: string) {
  try {
    const fitted = await fitCoverage(draft.recipe, folder, progressTo(process.stderr));
    draft.doubts.push(...fitted.doubts);
    return { recipe: fitted.recipe, cells: `a dataset of ${fitted.cells}` };
  } catch (error) {
    draft.doubts.unshift(`A build would stop: ${(error as Error).message}`);
    return { recipe: draft.recipe, cells: 'no dataset yet: see the first doubt' };
  }
}

function refuseExisting(out: string): void {
  if (!existsSync(out)) return;
  throw new Error(
    `${out}: is there already, and is not written over. Give another name with OUT=${join(dirname(out), 'recipe-2.json')}, or move that file away.`,
  );
}

function print(heading: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log([heading, ...lines.map((line) => `  - ${line}`)].join('\n'));
}
