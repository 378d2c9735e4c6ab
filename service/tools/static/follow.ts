/**
 * `make static-follow`: keeps the static folder OUT at the build that ARTIFACTS_URL calls current, until it is stopped.
 * `follow.ts ARTIFACTS OUT`
 */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { objectStore } from '#common/object-store.ts';
import { writeCells } from '../../../pipeline/dataset/cells/write-cells.ts';
import { writeReport } from '../../../pipeline/pages/report/write-report.ts';
import { readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { REPORT_FILES } from '../../pages/server/report-files.ts';
import type { KeptBuild } from '../../server/artifacts/current-build.ts';
import { fetchBuild } from '../../server/artifacts/fetch-build.ts';
import { readConfig } from '../../server/config.ts';
import { bringOver } from './bring-over.ts';
import { writeSite } from './write-site.ts';

/** As often as services ask. */
const ASK_EVERY_MS = 5_000;

const [artifacts = '', out = ''] = process.argv.slice(2);
try {
  await follow();
} catch (error) {
  console.error(`Nothing is followed: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function follow(): Promise<never> {
  const { artifactsUrl, ledgerPublicKeys, baseUrl } = readConfig(process.env);
  if (out === '') throw new Error('OUT says which folder, and is not set.');
  if (!artifactsUrl) throw new Error('ARTIFACTS_URL says which store, and is not set.');
  const store = objectStore(artifactsUrl, process.env);
  const folder = resolve(out);
  let tag: string | undefined;
  let told = '';
  for (;;) {
    try {
      const build = await fetchBuild(store, artifacts, tag, ledgerPublicKeys);
      if (build) {
        await bring(build, baseUrl, folder);
        ({ tag } = build);
        console.log(`${folder} has dataset ${build.current.dataset} now.`);
      }
      told = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) console.error(`${folder} stays as it is. ${message}`);
      told = message;
    }
    await wait(ASK_EVERY_MS);
  }
}

/** A build that was fetched has no cells.bin and may have no report: they are made of it. */
async function bring(build: KeptBuild, baseUrl: string, folder: string): Promise<void> {
  const cells = join(build.folder, 'cells.bin');
  if (!existsSync(cells)) await writeCells(join(build.folder, 'pv-yield.bin'), cells);
  const report = join(build.folder, REPORT_FILES.en);
  if (!existsSync(report)) {
    const artifact = await readPvYield(join(build.folder, 'pv-yield.bin'));
    await writeReport(build.folder, artifact, report);
  }
  const staging = `${folder}.next`;
  rmSync(staging, { recursive: true, force: true });
  await writeSite(build.folder, baseUrl, staging);
  bringOver(staging, folder);
  rmSync(staging, { recursive: true, force: true });
}
