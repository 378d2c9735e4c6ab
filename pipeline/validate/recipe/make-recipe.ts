/**
 * Drafts a recipe from what raster files state: `sun recipe`. What they do not state is "?", or is suggested, with a line that says so.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { writeJsonWhole } from '../../files/write-whole.ts';
import { draftGrid } from './draft-grid.ts';
import { type DraftSource, draftSources } from './draft-source.ts';
import { findRasters } from './find-rasters.ts';

const { from, out } = commandLine('recipe');
await makeRecipe(from, out);

async function makeRecipe(from: string, wantedOut?: string): Promise<void> {
  const { folder, groups, doubts } = await findRasters(from);
  const out = wantedOut || join(folder, 'recipe.json');
  if (existsSync(out)) {
    throw new Error(
      `${out}: is there already. Name another file (OUT=...), or move that one away.`,
    );
  }
  const draft = await draftSources(groups, folder, dirname(out));
  const unknowns = [...doubts, ...draft.unknowns];
  if (draft.sources.length === 0) throw noIrradiation(from, draft.found, unknowns);
  mkdirSync(dirname(out), { recursive: true });
  writeJsonWhole(out, recipeOf(draft.sources, draftGrid(draft.ghi)));
  const requests = [
    ...unknowns,
    ...(draft.sources.length > 1
      ? ['Whether the first of the sources is the better one: cells take the second where it ends.']
      : []),
    '"radiation_db", "name", "licence" and "attribution": where the files are from. Use RADDB-SARAH3 for any satellite. Ask who made them.',
    '"grid": "step_deg" as fine as you want, and which area. Without "bbox" it is all of Sweden.',
  ];
  console.log(['Not stated by the files, so left open or suggested:', ...requests].join('\n  - '));
  console.log(`Wrote ${out}. Complete it, then: make validate RECIPE=${out}`);
}

function noIrradiation(from: string, found: readonly string[], unknowns: readonly string[]): Error {
  const refused = unknowns.map((text) => `\n  - ${text}`).join('');
  return new Error(
    `${from}: no irradiation of the horizontal (GHI) for each month was found. There are: ${found.slice(0, 12).join(', ') || 'none that is read'}. A raster of the year is not enough. Name twelve files such as ghi_01.tif to ghi_12.tif, or write the recipe by hand (pipeline/docs/real-rasters.md).${refused}`,
  );
}

function recipeOf(sources: readonly DraftSource[], grid: object) {
  return {
    dataset_version: '0.1.0',
    generated_at: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    grid,
    sources: sources.map(({ radiation_db, ...source }) => {
      return { radiation_db, name: '?', licence: '?', attribution: '?', ...source };
    }),
    era5_correction: false,
    model: {
      sky_model: 'hay_davies',
      albedo: 0.2,
      days_per_month: 3,
      steps_per_day: 24,
      system_loss: 0.14,
    },
  };
}
