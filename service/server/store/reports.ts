/** The reports that go to the store with their build, and from there to nodes: pages about the dataset, no part of its manifest. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { durableRename } from '../../../pipeline/files/durable-rename.ts';
import { fileRecord } from '../../../pipeline/files/file-record.ts';
import { fetchObject } from '../../../pipeline/files/object-store.ts';
import type { ObjectStore } from '../../../pipeline/files/store.ts';
import type { CurrentBuild, FileRecord } from '../../../schemas/types.ts';
import { objectName } from './pointer.ts';

/** Names of what `make report` writes next to a dataset. */
const REPORTS = ['report.html', 'report.sv.html'];

/** The reports in a folder that are about the yields of a build. Says so where one is missing, or about others. */
export async function reportsOf(
  artifacts: string,
  files: readonly FileRecord[],
  say: (line: string) => void,
): Promise<FileRecord[]> {
  const yields = files.find(({ path }) => basename(path) === 'pv-yield.bin');
  const isOfBuild = (path: string) =>
    yields && existsSync(path) && readFileSync(path, 'utf8').includes(yields.sha256);
  const paths = REPORTS.map((name) => join(artifacts, name));
  for (const path of paths.filter((each) => !isOfBuild(each)))
    say(
      `${path}: no report about this build, and left out: /data of nodes has none. Run "make report", and publish again.`,
    );
  const own = paths.filter(isOfBuild);
  return Promise.all(own.map(async (path) => ({ ...(await fileRecord(path)), path })));
}

/**
 * Fetches the reports that a pointer names into the folder of its build, in place of others.
 * @param staging folder on that disk for what is not finished
 */
export async function fetchReports(
  store: ObjectStore,
  current: CurrentBuild,
  folder: string,
  staging: string,
): Promise<void> {
  for (const path of REPORTS) {
    const sha256 = current.digests[path];
    const to = join(folder, path);
    if (!sha256 || (existsSync(to) && (await fileRecord(to)).sha256 === sha256)) continue;
    const temporary = join(staging, path);
    await fetchObject(store, objectName(current, { path, sha256 }), temporary, { path, sha256 });
    durableRename(temporary, to);
  }
}
