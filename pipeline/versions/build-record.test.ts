import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { smallRecipe } from '../dataset/dataset.test-kit.ts';
import { summaryHeading } from '../dataset/summary.ts';
import { fileRecord } from '../files/file-record.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { publish } from '../files/staging.ts';
import { currentStamp, readManifest, recordBuild, STAMP } from './build-record.ts';

const root = testFolder();

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(root, 'out-'));
});

/** Records a build of so many cells, all of whose values are multiplied. */
async function record(cells: number, factor: number, version = '1.2.3'): Promise<string | null> {
  const staging = join(out, '.staging');
  mkdirSync(staging);
  const values = Array.from({ length: 20 }, () => (100 * factor).toFixed(2)).join(',');
  const lines = Array.from({ length: cells }, (_, i) => `${50 + i / 10_000} 10,${values}\n`);
  writeFileSync(join(staging, 'pv-yield.summary.csv'), summaryHeading() + lines.join(''));
  const contents = { ghi: String(factor) };
  const output = { path: join(out, 'pv-yield.bin'), bytes: 1, sha256: 'a', contents };
  const recipe = { ...smallRecipe(), dataset_version: version };
  const folders = { staging, out };
  const recorded = readManifest(out);
  const notRecorded = await recordBuild(recipe, [], [output], recorded, folders);
  publish(staging, out, []);
  rmSync(staging, { recursive: true });
  return notRecorded;
}

test('a summary of up to 10 MB is committed, a larger one stays where it is and is hashed', async () => {
  assert.equal(await record(100, 1), null);
  assert.equal(readManifest(out)?.summary.committed, true);
  assert.ok(existsSync(join(out, 'summary.csv')));

  const large = mkdtempSync(join(root, 'out-'));
  out = large;
  assert.equal(await record(80_000, 1), null);
  const summary = readManifest(out)?.summary;
  assert.equal(summary?.committed, false);
  assert.match(summary?.path ?? '', /summary\.large\.csv$/);
  assert.ok((summary?.bytes ?? 0) > 10e6);
  assert.deepEqual(
    ['summary.csv', 'summary.large.csv'].map((name) => existsSync(join(out, name))),
    [false, true],
  );
});

test('a build whose data changed at the same version is not recorded', async () => {
  assert.equal(await record(100, 1), null);
  const summary = readFileSync(join(out, 'summary.csv'), 'utf8');
  assert.match(
    (await record(100, 1.0004)) ?? '',
    /^pv-yield\.bin changed \(ghi\)\. .*a minor bump/,
  );
  assert.equal(readManifest(out)?.outputs[0].contents.ghi, '1');
  assert.equal(readFileSync(join(out, 'summary.csv'), 'utf8'), summary);
  assert.equal(await record(100, 1.0004, '1.3.0'), null);
});

test('a manifest that is damaged is refused by name', async () => {
  assert.equal(await record(100, 1), null);
  for (const text of ['{"dataset_version": 1}', '{']) {
    writeFileSync(join(out, 'manifest.json'), text);
    assert.throws(
      () => readManifest(out),
      /manifest\.json: cannot be used as the record of a build\. [^.]+\. Restore it from git/,
    );
  }
});

test('a build is current only with the same key, every output and the record as they were', async () => {
  const output = join(out, 'out.bin');
  const manifest = join(out, 'manifest.json');
  const isCurrent = async (key = 'key') => (await currentStamp(out, key)) !== null;
  assert.equal(await isCurrent(), false, 'no stamp');
  writeFileSync(output, 'whole');
  writeFileSync(manifest, '{}');
  const stamp = {
    key: 'key',
    outputs: [{ ...(await fileRecord(output)), path: 'elsewhere/out.bin' }],
    manifest: (await fileRecord(manifest)).sha256,
    notRecorded: null,
  };
  writeFileSync(join(out, STAMP), JSON.stringify(stamp));
  assert.equal(await isCurrent(), true);
  assert.equal(await isCurrent('other'), false, 'another key');
  writeFileSync(manifest, '{ }');
  assert.equal(await isCurrent(), false, 'another record');
  rmSync(manifest);
  assert.equal(await isCurrent(), false, 'no record');
  writeFileSync(manifest, '{}');
  writeFileSync(output, 'whole!');
  assert.equal(await isCurrent(), false, 'a damaged output');
  rmSync(output);
  assert.equal(await isCurrent(), false, 'a missing output');
  writeFileSync(join(out, STAMP), '{"key":"of an older form","outputs":[]}');
  assert.equal(await isCurrent(), false, 'an older stamp');
  writeFileSync(join(out, STAMP), '{');
  assert.equal(await isCurrent(), false, 'a broken stamp');
});
