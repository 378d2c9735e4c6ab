/** Brings a folder that is served to what another has, file by file, without a moment in which something is missing. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeJsonWhole } from '../../../pipeline/files/write-whole.ts';
import { CURRENT } from './static-folder.ts';

/** How long a file that belongs to a former build stays: caches may have pages that name it for a day. */
const KEPT_MS = 2 * 86_400_000;

/** Names of files that are of no build any more, and since when, ms since 1970. */
type Former = Record<string, number>;

/**
 * Moves every file of a folder to its name in the one that is served: first those that others name, last the pointer.
 * Data and scripts of a former build go when another comes after two days. What else is there stays.
 * @param folder folder on the same disk; a list of its former files is kept beside it
 * @throws Error when it is a folder of something else
 */
export function bringOver(staging: string, folder: string, nowMs = Date.now()): void {
  const list = `${folder}.former.json`;
  if (filesIn(folder).length > 0 && !existsSync(join(folder, CURRENT)) && !existsSync(list))
    throw new Error(
      `${folder} has no ${CURRENT}: found a folder that is no site of "make static".`,
    );
  const known: Former = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
  // From now on the folder is known as a site, even if this ends before the pointer is there.
  writeJsonWhole(list, known);
  const files = filesIn(staging).sort((a, b) => rank(a) - rank(b));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    renameSync(join(staging, file), join(folder, file));
  }
  const current = new Set(files);
  const former: Former = {};
  for (const file of filesIn(folder)) {
    if (current.has(file) || rank(file) !== 0) continue;
    const sinceMs = known[file] ?? nowMs;
    if (nowMs - sinceMs > KEPT_MS) rmSync(join(folder, file));
    else former[file] = sinceMs;
  }
  writeJsonWhole(list, former);
}

/** Place in the order: what is named by its content, what names it, what says which is the newest. */
function rank(file: string): number {
  if (file === CURRENT) return 2;
  return /^(?:assets|data)\//.test(file) ? 0 : 1;
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}
