import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { writeArtifact } from '../../../pipeline/dataset/write-artifact.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { artifactContents } from '../../../schemas/codec/read-artifact.ts';
import { findBuildFault } from './one-build.ts';

const root = testFolder();
const folder = join(root, 'artifacts');

function write(name: string, value: number, version = '1.0.0'): void {
  const header = { kind: name, dataset_version: version, generated_at: '2026-01-01T00:00:00Z' };
  const sections = [{ name: 'values', type: 'float64', byteLength: 8 }] as const;
  const writer = writeArtifact(join(folder, name), header, sections, 1);
  writer.append('values', Float64Array.of(value));
  writer.finish();
}

async function writeManifest(): Promise<void> {
  const file = { bytes: 1, sha256: 'a' };
  const outputs = ['pv-yield.bin', 'prices.bin'].map(async (name) => ({
    ...file,
    path: `artifacts/${name}`,
    contents: await artifactContents(join(folder, name)),
  }));
  const manifest = {
    dataset_version: '1.0.0',
    generated_at: '2026-01-01T00:00:00Z',
    format_version: 1,
    parameters: {},
    inputs: [],
    outputs: await Promise.all(outputs),
    summary: { ...file, path: 'artifacts/summary.csv', committed: true },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(mkdtempSync(join(root, 'empty-')), folder, { recursive: true });
  write('pv-yield.bin', 1);
  write('prices.bin', 2);
  await writeManifest();
});

test('what a manifest records is of one build, whatever is missing', async () => {
  assert.equal(await findBuildFault(folder), null);
  rmSync(join(folder, 'prices.bin'));
  assert.equal(await findBuildFault(folder), null);
});

test('prices of another build are named, of the same version and of another', async () => {
  for (const version of ['1.0.0', '0.9.0']) {
    write('prices.bin', 3, version);
    const fault = await findBuildFault(folder);
    assert.match(
      fault ?? '',
      /records dataset 1\.0\.0, but prices\.bin \(of a dataset [01]\.\d\.0\) is not what it records:/,
    );
    assert.match(fault ?? '', new RegExp(`of a dataset ${version}`));
  }
  write('pv-yield.bin', 3);
  const both = /but pv-yield\.bin \(of .*\) and prices\.bin \(of .*\) are not what it records:/;
  assert.match((await findBuildFault(folder)) ?? '', both);
  write('pv-yield.bin', 1);
  write('prices.bin', 2);
  assert.equal(await findBuildFault(folder), null);
});

test('prices that the manifest does not know are left from another build', async () => {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  manifest.outputs.pop();
  writeFileSync(path, JSON.stringify(manifest));
  assert.match((await findBuildFault(folder)) ?? '', /but prices\.bin/);
});

test('without a manifest versions and dates are compared', async () => {
  rmSync(join(folder, 'manifest.json'));
  assert.equal(await findBuildFault(folder), null);
  write('prices.bin', 2, '0.9.0');
  assert.match(
    (await findBuildFault(folder)) ?? '',
    /different builds: pv-yield\.bin is of 1\.0\.0, .*; prices\.bin is of 0\.9\.0/,
  );
});
