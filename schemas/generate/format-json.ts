import { execFileSync } from 'node:child_process';
import { PROJECT } from '../project.ts';

/**
 * The value as a JSON file of this project: laid out by Biome, as "make check" wants it. With
 * `indent` 0 what fits on a line stays on it, for long tables.
 */
export function formatJson(value: unknown, indent: 0 | 2 = 2): string {
  const args = ['format', '--stdin-file-path=any.json', '--colors=off'];
  const input = JSON.stringify(value, null, indent);
  return execFileSync('node_modules/.bin/biome', args, { cwd: PROJECT, input, encoding: 'utf8' });
}
