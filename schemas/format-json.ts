import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The value as a JSON file of this project: laid out by Biome, as "make check" wants it. */
export function formatJson(value: unknown): string {
  const args = ['format', '--stdin-file-path=any.json', '--colors=off'];
  const input = JSON.stringify(value, null, 2);
  return execFileSync('node_modules/.bin/biome', args, { cwd: ROOT, input, encoding: 'utf8' });
}
