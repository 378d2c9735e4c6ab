import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from './folder.test-kit.ts';
import { inStaging, publish } from './staging.ts';

const root = testFolder();

test('a file appears when it is published; when the work fails nothing is left', async () => {
  const folder = join(root, 'new', 'folder');
  const fail = inStaging(folder, 'build', async (staging) => {
    writeFileSync(join(staging, 'half'), '');
    throw new Error('on purpose');
  });
  await assert.rejects(fail, /^Error: on purpose$/);
  assert.deepEqual(readdirSync(folder), []);
  const file = join(root, 'file');
  writeFileSync(file, '');
  await assert.rejects(
    inStaging(file, 'build', async () => {}),
    /file: cannot be written to \(EEXIST: .*\)\. Name another folder/,
  );
  await inStaging(folder, 'build', async (staging) => {
    writeFileSync(join(staging, 'a'), 'new');
    publish(staging, folder, []);
  });
  assert.deepEqual(readdirSync(folder), ['a']);
  assert.equal(readFileSync(join(folder, 'a'), 'utf8'), 'new');
});

test('of two builds of a folder the later one wins, and the earlier one fails with a sentence', async () => {
  const folder = join(root, 'twice');
  await assert.rejects(
    inStaging(folder, 'build', async (earlier) => {
      writeFileSync(join(earlier, 'a'), 'earlier');
      await inStaging(folder, 'build', async (later) => {
        assert.deepEqual(readdirSync(later), []);
        writeFileSync(join(later, 'a'), 'later');
        publish(later, folder, []);
      });
      publish(earlier, folder, []);
    }),
    /twice: another build began there and replaced this one/,
  );
  assert.deepEqual(readdirSync(folder), ['a']);
  assert.equal(readFileSync(join(folder, 'a'), 'utf8'), 'later');
});

test('parts of a build are made at the same time in one folder', async () => {
  const folder = join(root, 'parts');
  await inStaging(folder, 'part-1-of-12', (first) =>
    inStaging(folder, 'part-1-of-1', async (second) => {
      writeFileSync(join(first, 'a'), '');
      writeFileSync(join(second, 'b'), '');
    }),
  );
});
