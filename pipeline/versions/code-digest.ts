import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What makes the bytes: the build, and the worker threads that it starts by file name. */
const ENTRIES = ['pipeline/versions/build-outputs.ts', 'pipeline/dataset/row-pool.ts'];

/**
 * SHA-256 of the code that makes the bytes, and of the packages' versions: what the entries import,
 * bundled without comments, blanks and what nothing uses. So neither a comment nor the code of a
 * report makes a build necessary.
 * @param project folder of the sources
 */
export async function codeDigest(project: string): Promise<string> {
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
