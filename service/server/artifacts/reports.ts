/** Reports about a build for the page /data: `make report` writes them beside it, and they are no part of its manifest. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchObject, type ObjectStore } from '#common/object-store.ts';
import { publishFile } from '#common/publish.ts';
import type { CurrentBuild, FileRecord } from '../../../schemas/types.ts';
import { REPORT_FILES } from '../../pages/server/report-files.ts';
import { objectName } from './current-build.ts';
import { recordOf } from './put-build.ts';

const REPORTS = Object.values(REPORT_FILES);

/** The reports in a folder that are about these yields; it is said when one is missing, or about others. */
export async function reportsOf(artifacts: string, yields: FileRecord): Promise<FileRecord[]> {
  const paths = REPORTS.map((name) => join(artifacts, name));
  const own = paths.filter(
    (path) => existsSync(path) && readFileSync(path, 'utf8').includes(yields.sha256),
  );
  if (own.length < paths.length) {
    const others = paths.filter((path) => !own.includes(path)).join(' and ');
    console.log(
      `${others}: no report about this build, and left out: /data of nodes has none. Run "make report", and publish again.`,
    );
  }
  return Promise.all(own.map(recordOf));
}

/**
 * Fetches the reports that an entry names into the folder of its build, in place of others.
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
    if (!sha256 || (existsSync(to) && (await recordOf(to)).sha256 === sha256)) continue;
    const temporary = join(staging, path);
    await fetchObject(store, objectName(current, { path, sha256 }), temporary, { path, sha256 });
    publishFile(temporary, to);
  }
}
