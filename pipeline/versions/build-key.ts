import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BuildKey, FileRecord } from '../../schemas/types.ts';

/** Everything that the bytes of a build depend on; `inputs` as `inputRecords` gives them, `code` as `codeDigest` does. */
export function buildKey(inputs: readonly FileRecord[], code: string): BuildKey {
  const [recipe, ...others] = inputs;
  const lines = others.map(({ path, sha256 }) => `${sha256}  ${basename(path)}\n`);
  return {
    recipe: recipe.sha256,
    inputs: createHash('sha256').update(lines.join('')).digest('hex'),
    code,
  };
}

/** Differences of two keys, in words; '' when they are equal. */
export function keyDifference(a: BuildKey, b: BuildKey): string {
  const names: [keyof BuildKey, string][] = [
    ['recipe', 'recipe'],
    ['inputs', 'inputs (rasters, prices or records)'],
    ['code', 'code'],
  ];
  return names
    .filter(([name]) => a[name] !== b[name])
    .map(([, words]) => words)
    .join(' and ');
}

/** `codeDigest` of the sources that the package was made of; undefined in these. */
declare const CODE_DIGEST: string | undefined;

/** Code that makes the bytes: the build, and the worker threads that it starts by file name. */
const ENTRIES = ['pipeline/versions/build-outputs.ts', 'pipeline/dataset/cube/kernel-pool.ts'];

/**
 * SHA-256 of the code that makes the bytes, and of the packages' versions: what the entries import,
 * bundled without comments, blanks and what nothing uses. So neither a comment nor the code of a
 * report makes a build necessary.
 * @param project folder of the sources
 */
export async function codeDigest(project: string): Promise<string> {
  if (typeof CODE_DIGEST !== 'undefined') return CODE_DIGEST;
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: project,
    entryPoints: ENTRIES,
    outdir: 'bundle',
    write: false,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const hash = createHash('sha256').update(readFileSync(join(project, 'package-lock.json')));
  for (const { contents } of outputFiles) hash.update(contents);
  return hash.digest('hex');
}
