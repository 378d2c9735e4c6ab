import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import { readPrices } from '../../../schemas/codec/read-artifact.ts';
import { townsFor } from '../../accuracy/towns.ts';
import { fileRecord } from '../../files/file-record.ts';
import { writeFileWhole } from '../../files/write-whole.ts';
import { pricesPath, pvYieldPath } from '../../versions/build-outputs.ts';
import { readManifest } from '../../versions/build-record.ts';
import { reportPage } from './page.ts';
import { REPORT_LANGUAGES, type ReportLanguage } from './words.ts';

/**
 * Writes one page about a build in each language.
 * @param folder the build's
 * @param artifact its yields
 * @param out path of the first; another has its language before the ending
 * @returns what was written, for people
 * @throws Error naming a file that is missing or damaged
 */
export async function writeReport(
  folder: string,
  artifact: PvYieldArtifact,
  out: string,
): Promise<string[]> {
  const file = await fileRecord(pvYieldPath(folder));
  const reported = { file, manifest: readManifest(folder) };
  const priced = pricesPath(folder);
  const prices = existsSync(priced) ? await readPrices(priced) : null;
  const towns = townsFor(artifact.header.coverage);
  return REPORT_LANGUAGES.map((language) => {
    const path = pathIn(language, out);
    const page = reportPage(language, artifact, reported, towns, prices);
    writeFileWhole(path, page);
    const version = artifact.header.dataset_version;
    return `${path}: dataset ${version}, ${Buffer.byteLength(page)} bytes.`;
  });
}

/** `report.html` in the first language, `report.sv.html` beside it in another. */
function pathIn(language: ReportLanguage, out: string): string {
  if (language === REPORT_LANGUAGES[0]) return out;
  const { dir, name, ext } = parse(out);
  return join(dir, `${name}.${language}${ext}`);
}
