/**
 * Writes one page about a build: `node --import tsx pipeline/report.ts [--artifacts FOLDER]
 * [--out FILE]`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CLOCK_HOURS, MONTHS } from '../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../schemas/codec/price-area.ts';
import { readPrices } from '../schemas/codec/read-artifact.ts';
import { readTowns } from './accuracy/towns.ts';
import { commandLine, makeRoomFor, readDataset } from './command-line.ts';
import { fileRecord, PROJECT } from './files/file-record.ts';
import { writeFileWhole } from './files/write-whole.ts';
import { reportPage } from './pages/report/page.ts';
import type { AreaPrices } from './pages/report/price-heat-map.ts';
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
  const page = reportPage(artifact, reported, readTowns(), await priceProfiles(pricesPath(folder)));
  makeRoomFor(out, 'report.html');
  writeFileWhole(out, page);
  console.log(
    `${out}: dataset ${artifact.header.dataset_version}, ${Buffer.byteLength(page)} bytes.`,
  );
}

/** The spot prices of the build by area; none where it has no prices. */
async function priceProfiles(path: string): Promise<AreaPrices[]> {
  if (!existsSync(path)) return [];
  const profile = MONTHS * CLOCK_HOURS;
  const { spot_profile } = await readPrices(path);
  return PRICE_AREAS.map((name, area) => ({
    name,
    sekPerKwh: spot_profile.subarray(area * profile, (area + 1) * profile),
  }));
}
