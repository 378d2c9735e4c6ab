/** A whole build of the linear test dataset, as a folder. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDataset, writePrices } from '../../pipeline/dataset/artifact.test-kit.ts';
import { fileRecord } from '../../pipeline/files/file-record.ts';
import { artifactContents } from '../../schemas/codec/read-artifact.ts';
import { testPrices } from '../api/simulation/test/prices.ts';
import { testArtifact } from './artifact.ts';

const GENERATED_AT = '2026-01-02T03:04:05Z';

/** Writes the dataset of a version with its prices and, last, its manifest. */
export async function writeBuild(
  folder: string,
  version: string,
  artifact = testArtifact(),
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeYield(folder, version, artifact);
  writePricesOf(folder, version);
  await writeManifest(folder, version, ['pv-yield.bin', 'prices.bin']);
}

/** Writes the dataset of a version whose recipe names no prices, and its manifest. */
export async function writeBuildWithoutPrices(folder: string, version: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, 'prices.bin'), { force: true });
  writeYield(folder, version);
  await writeManifest(folder, version, ['pv-yield.bin']);
}

async function writeManifest(folder: string, version: string, names: string[]): Promise<void> {
  const outputs = names.map(async (name) => {
    const path = join(folder, name);
    return {
      path: `artifacts/${name}`,
      bytes: statSync(path).size,
      sha256: (await fileRecord(path)).sha256,
      contents: await artifactContents(path),
    };
  });
  const manifest = {
    dataset_version: version,
    generated_at: GENERATED_AT,
    format_version: 1,
    parameters: {},
    inputs: [],
    outputs: await Promise.all(outputs),
    summary: { path: 'artifacts/summary.csv', bytes: 1, sha256: 'a', committed: true },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

/** The yields only. */
export function writeYield(folder: string, version: string, artifact = testArtifact()): void {
  const header = { ...artifact.header, dataset_version: version, generated_at: GENERATED_AT };
  writeDataset(join(folder, 'pv-yield.bin'), { ...artifact, header });
}

/** The prices only. */
export function writePricesOf(folder: string, version: string): void {
  const prices = testPrices();
  const header = { ...prices.header, dataset_version: version, generated_at: GENERATED_AT };
  writePrices(join(folder, 'prices.bin'), { ...prices, header });
}
