import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { BuildKey, FileRecord } from '../../schemas/types.ts';
import { PROJECT } from '../files/file-record.ts';
import { codeDigest } from './code-digest.ts';

/** Everything that the bytes of a build depend on; `inputs` as `inputRecords` gives them. */
export async function buildKey(inputs: readonly FileRecord[]): Promise<BuildKey> {
  const [recipe, ...others] = inputs;
  const lines = others.map(({ path, sha256 }) => `${sha256}  ${basename(path)}\n`);
  return {
    recipe: recipe.sha256,
    inputs: createHash('sha256').update(lines.join('')).digest('hex'),
    code: await codeDigest(PROJECT),
  };
}

/** What of two keys differs, in words; '' when they are equal. */
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
