/**
 * Writes one page about a build in each language: `node --import tsx pipeline/report.ts [--artifacts FOLDER]
 * [--out FILE]`.
 */
import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { readPrices } from '../schemas/codec/read-artifact.ts';
import { townsFor } from './accuracy/towns.ts';
import { commandLine, makeRoomFor, readDataset } from './command-line.ts';
import { fileRecord, PROJECT } from './files/file-record.ts';
import { writeFileWhole } from './files/write-whole.ts';
import { reportPage } from './pages/report/page.ts';
import { REPORT_LANGUAGES, type ReportLanguage } from './pages/report/words.ts';
import { pricesPath, pvYieldPath } from './versions/build-outputs.ts';
import { readManifest } from './versions/build-record.ts';

const options = commandLine({
  options: {
    artifacts: { type: 'string', default: join(PROJECT, 'artifacts') },
    out: { type: 'string', default: join(PROJECT, 'artifacts', 'report.html') },
  },
});

try {
  await report(options.artifacts, options.out);
} catch (error) {
  console.error(`Report failed: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function report(folder: string, out: string): Promise<void> {
  const path = pvYieldPath(folder);
  const artifact = await readDataset(path);
  const reported = { file: await fileRecord(path), manifest: readManifest(folder) };
  const priced = pricesPath(folder);
  const prices = existsSync(priced) ? await readPrices(priced) : null;
  const towns = townsFor(artifact.header.coverage);
  makeRoomFor(out, 'report.html');
  for (const language of REPORT_LANGUAGES) {
    const file = pathIn(language, out);
    const page = reportPage(language, artifact, reported, towns, prices);
    writeFileWhole(file, page);
    const version = artifact.header.dataset_version;
    console.log(`${file}: dataset ${version}, ${Buffer.byteLength(page)} bytes.`);
  }
}

/** `report.html` in the first language, `report.sv.html` beside it in another. */
function pathIn(language: ReportLanguage, out: string): string {
  if (language === REPORT_LANGUAGES[0]) return out;
  const { dir, name, ext } = parse(out);
  return join(dir, `${name}.${language}${ext}`);
}
