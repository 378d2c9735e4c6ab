import { inStaging } from '../files/staging.ts';
import { buildJob } from './build-job.ts';
import { buildOutputs } from './build-outputs.ts';
import { manifestOf, readManifest } from './build-record.ts';
import { type Verdict, versionVerdict } from './version-verdict.ts';

/**
 * Builds a recipe's dataset aside and judges it against the one that is recorded in a folder.
 * @throws Error when there is no record, or the build fails
 */
export async function judgeVersion(
  recipePath: string,
  record: string,
  workers: number,
): Promise<Verdict> {
  const recorded = readManifest(record);
  if (!recorded) {
    throw new Error(`${record} has no manifest.json. Run "make artifacts" and commit it.`);
  }
  const how = { out: record, workers, force: true };
  const job = await buildJob(recipePath, how);
  const { loaded, files, inputs } = job;
  return inStaging(record, 'check-version', async (staging) => {
    const folders = { staging, out: staging };
    const outputs = await buildOutputs(loaded, files, folders, job);
    return versionVerdict(recorded, await manifestOf(loaded.recipe, inputs, outputs, folders));
  });
}
