/** The report that goes to the store with its build, and from there to nodes: a page about the dataset, no part of its manifest. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { durableRename } from '#files/durable-rename.ts';
import { fetchObject } from '#files/object-store.ts';
import type { ObjectStore } from '#files/store.ts';
import type { CurrentBuild, FileRecord } from '../../../schemas/types.ts';
import { objectName } from './pointer.ts';

/** Name of what `make report` writes next to a dataset. */
const REPORT = 'report.html';

/** A file by its content, which is read in pieces. */
export async function recordOf(path: string): Promise<FileRecord> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path, bytes: statSync(path).size, sha256: hash.digest('hex') };
}

/** The report in a folder, if it is about the yields of a build. Says so where it is missing, or about others. */
export async function reportsOf(
  artifacts: string,
  files: readonly FileRecord[],
  say: (line: string) => void,
): Promise<FileRecord[]> {
  const yields = files.find(({ path }) => basename(path) === 'pv-yield.bin');
  const path = join(artifacts, REPORT);
  if (yields && existsSync(path) && readFileSync(path, 'utf8').includes(yields.sha256))
    return [await recordOf(path)];
  say(
    `${path}: no report about this build, and left out: /data of nodes has none. Run "make report", and publish again.`,
  );
  return [];
}

/**
 * Fetches the report that a pointer names into the folder of its build, in place of another.
 * @param staging folder on that disk for what is not finished
 */
export async function fetchReports(
  store: ObjectStore,
  current: CurrentBuild,
  folder: string,
  staging: string,
): Promise<void> {
  const path = REPORT;
  const sha256 = current.digests[path];
  const to = join(folder, path);
  if (!sha256 || (existsSync(to) && (await recordOf(to)).sha256 === sha256)) return;
  const temporary = join(staging, path);
  await fetchObject(store, objectName(current, { path, sha256 }), temporary, { path, sha256 });
  durableRename(temporary, to);
}
