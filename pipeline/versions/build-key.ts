import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FileRecord } from '../../schemas/types.ts';
import { sha256 } from '../dataset/write-artifact.ts';
import { fileRecord } from '../files/file-record.ts';
import type { LoadedRecipe } from '../files/recipe.ts';
import { pricesPaths } from '../prices/build-prices.ts';
import { type ClimateFiles, checkPinnedHashes, climatePaths } from '../rasters/climate-files.ts';

/** The recipe, every raster, price file and record, by content. Pinned hashes are checked. */
export async function inputRecords(
  { recipe, folder, record }: LoadedRecipe,
  files: ClimateFiles,
): Promise<FileRecord[]> {
  const prices = recipe.prices ? await pricesPaths(recipe.prices, folder) : [];
  const paths = [...climatePaths(files), ...prices];
  const records = await Promise.all(paths.map(fileRecord));
  checkPinnedHashes(files, new Map(records.map(({ sha256 }, i) => [paths[i], sha256])));
  return [record, ...records];
}

/**
 * SHA-256 of everything that the bytes of a build depend on.
 * @param inputs recipe, rasters, prices and records, by content and name
 * @param code as `codeDigest` gives it
 */
export function buildKey(inputs: readonly FileRecord[], code: string): string {
  const [recipe, ...others] = inputs;
  const lines = others.map(({ path, sha256 }) => `${sha256}  ${basename(path)}\n`);
  return sha256(code, recipe.sha256, ...lines).toString('hex');
}

/** `codeDigest` of the sources that the package was made of. Undefined in these. */
declare const CODE_DIGEST: string | undefined;

const FOLDERS = ['pipeline', 'schemas'];
const IS_SOURCE = /\.(?:ts|mjs)$/;
const IS_TEST = /\.(?:test|test-kit)\.ts$/;

/**
 * SHA-256 of the code that builds: the sources of pipeline and schemas without their tests, and the
 * versions of all packages.
 * @param project folder of the sources
 */
export function codeDigest(project: string): string {
  if (typeof CODE_DIGEST !== 'undefined') return CODE_DIGEST;
  const sources = FOLDERS.flatMap((folder) => sourcesIn(project, folder)).sort();
  const paths = ['package-lock.json', ...sources];
  const parts = paths.flatMap((path) => [path, readFileSync(join(project, path))]);
  return sha256(...parts).toString('hex');
}

function sourcesIn(project: string, folder: string): string[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => IS_SOURCE.test(name) && !IS_TEST.test(name))
    .map((name) => join(folder, name));
}
