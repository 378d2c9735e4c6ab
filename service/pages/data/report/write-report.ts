import { fileRecord } from '#files/file-record.ts';
import { writeFileWhole } from '#files/write-whole.ts';
import { readTowns } from '../../../../pipeline/accuracy/towns.ts';
import { pvYieldPath } from '../../../../pipeline/versions/build-outputs.ts';
import { readManifest } from '../../../../pipeline/versions/build-record.ts';
import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import { reportPage } from './page.ts';

/**
 * Writes one page about a build.
 * @param folder folder of the build
 * @param artifact its yields
 * @param out path of the page
 * @returns a line about what was written
 * @throws Error naming a file that is missing or damaged
 */
export async function writeReport(
  folder: string,
  artifact: PvYieldArtifact,
  out: string,
): Promise<string> {
  const file = await fileRecord(pvYieldPath(folder));
  const reported = { file, manifest: readManifest(folder) };
  const page = reportPage(artifact, reported, readTowns());
  writeFileWhole(out, page);
  return `${out}: dataset ${artifact.header.dataset_version}, ${Buffer.byteLength(page)} bytes.`;
}
