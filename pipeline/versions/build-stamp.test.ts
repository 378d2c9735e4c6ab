import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileRecord } from '../files/file-record.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { currentStamp, STAMP } from './build-stamp.ts';

const folder = testFolder();

const KEY = 'key';

test('a build is current only with the same key, every output and the record as they were', async () => {
  const output = join(folder, 'out.bin');
  const manifest = join(folder, 'manifest.json');
  const isCurrent = async (key = KEY) => (await currentStamp(folder, key)) !== null;
  assert.equal(await isCurrent(), false, 'no stamp');
  writeFileSync(output, 'whole');
  writeFileSync(manifest, '{}');
  const stamp = {
    key: KEY,
    outputs: [{ ...(await fileRecord(output)), path: 'elsewhere/out.bin' }],
    manifest: (await fileRecord(manifest)).sha256,
    notRecorded: null,
  };
  writeFileSync(join(folder, STAMP), JSON.stringify(stamp));
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
  writeFileSync(join(folder, STAMP), '{"key":"of an older form","outputs":[]}');
  assert.equal(await isCurrent(), false, 'an older stamp');
  writeFileSync(join(folder, STAMP), '{');
  assert.equal(await isCurrent(), false, 'a broken stamp');
});
