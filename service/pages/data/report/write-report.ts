import { readTowns } from '../../../../pipeline/accuracy/towns.ts';
import { fileRecord } from '../../../../pipeline/files/file-record.ts';
import { writeFileWhole } from '../../../../pipeline/files/write-whole.ts';
import { pvYieldPath } from '../../../../pipeline/versions/build-outputs.ts';
import { readManifest } from '../../../../pipeline/versions/build-record.ts';
import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import { reportPage } from './page.ts';

/**
 * Writes a page about a build in English, and next to it one in Swedish (`report.sv.html`).
 * @param out path of the page in English
 * @returns a line about each page
 * @throws Error naming a file that is missing or damaged
 */
export async function writeReport(
  folder: string,
  artifact: PvYieldArtifact,
  out: string,
): Promise<string[]> {
  const file = await fileRecord(pvYieldPath(folder));
  const reported = { file, manifest: readManifest(folder) };
  const towns = readTowns();
  const pages = [
    { path: out, language: 'en' },
    { path: out.replace(/(\.html)?$/, '.sv.html'), language: 'sv' },
  ] as const;
  return pages.map(({ path, language }) => {
    const page = reportPage(artifact, reported, towns, language);
    writeFileWhole(path, page);
    return `${path}: dataset ${artifact.header.dataset_version}, ${Buffer.byteLength(page)} bytes.`;
  });
}
