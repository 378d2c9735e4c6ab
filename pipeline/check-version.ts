/**
 * Rebuilds the recipe's dataset aside and judges it against the recorded one: exits 1 when data
 * changed without the version, or the version without the data. `[--recipe FILE] [--record FOLDER]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOutputs, inputRecords } from './build-outputs.ts';
import { readRecord, recordOf } from './build-record.ts';
import { findClimateFiles } from './climate-rasters.ts';
import { commandLine } from './command-line.ts';
import { PROJECT } from './file-record.ts';
import { loadRecipe } from './recipe.ts';
import { versionVerdict } from './version-verdict.ts';

const options = commandLine({
  options: {
    recipe: { type: 'string', default: join(PROJECT, 'fixtures', 'recipe.json') },
    record: { type: 'string', default: join(PROJECT, 'artifacts') },
  },
});

const out = mkdtempSync(join(tmpdir(), 'check-version-'));
try {
  process.exitCode = (await isAnnounced()) ? 0 : 1;
} catch (error) {
  console.error(`Version check failed: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(out, { recursive: true });
}

async function isAnnounced(): Promise<boolean> {
  const recorded = readRecord(options.record);
  if (!recorded) {
    throw new Error(`${options.record} has no manifest.json. Run "make artifacts" and commit it.`);
  }
  const loaded = loadRecipe(options.recipe);
  const files = await findClimateFiles(loaded.recipe, loaded.folder);
  const inputs = await inputRecords(loaded, files);
  const outputs = await buildOutputs(loaded, files, out, 2);
  const { ok, message } = versionVerdict(recorded, recordOf(loaded.recipe, inputs, outputs, out));
  (ok ? console.log : console.error)(message);
  return ok;
}
