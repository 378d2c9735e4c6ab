import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buildKey, codeRecords, isUpToDate } from './build-key.ts';
import { fileRecord } from './file-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'build-key-'));
after(() => rmSync(folder, { recursive: true }));

const RECORDS = [
  { path: 'a.tif', bytes: 1, sha256: '11' },
  { path: 'b.tif', bytes: 1, sha256: '22' },
];

test('the key changes with any content, any name and any file more or less, not with the order', () => {
  const key = buildKey(RECORDS);
  assert.equal(buildKey(RECORDS.toReversed()), key);
  const changes = [
    [{ ...RECORDS[0], sha256: '12' }, RECORDS[1]],
    [{ ...RECORDS[0], path: 'c.tif' }, RECORDS[1]],
    [RECORDS[0]],
    [...RECORDS, { path: 'd.tif', bytes: 0, sha256: '' }],
  ];
  for (const changed of changes) assert.notEqual(buildKey(changed), key);
});

test('the code that counts is our sources and the lock file, without tests', async () => {
  const paths = (await codeRecords()).map(({ path }) => path);
  for (const path of [
    'package-lock.json',
    'pipeline/solar/transposition.ts',
    'schemas/artifact.ts',
  ]) {
    assert.ok(paths.includes(path), path);
  }
  assert.ok(!paths.some((path) => path.includes('.test.') || path.startsWith('service')));
});

test('a build is up to date only with the same key and every output as it was', async () => {
  const stamp = join(folder, 'stamp.json');
  const output = join(folder, 'out.bin');
  assert.equal(await isUpToDate(stamp, 'k'), false, 'no stamp');
  writeFileSync(output, 'whole');
  writeFileSync(stamp, JSON.stringify({ key: 'k', outputs: [await fileRecord(output)] }));
  assert.equal(await isUpToDate(stamp, 'k'), true);
  assert.equal(await isUpToDate(stamp, 'other'), false, 'another key');
  writeFileSync(output, 'whole!');
  assert.equal(await isUpToDate(stamp, 'k'), false, 'a damaged output');
  rmSync(output);
  assert.equal(await isUpToDate(stamp, 'k'), false, 'a missing output');
  writeFileSync(stamp, '{');
  assert.equal(await isUpToDate(stamp, 'k'), false, 'a broken stamp');
});
