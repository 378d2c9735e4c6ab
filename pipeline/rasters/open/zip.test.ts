import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { testFolder } from '../../files/folder.test-kit.ts';
import { formatFixture } from '../xyz-truth.test-kit.ts';
import { extractEntry, listEntries } from './zip.ts';

const archive = formatFixture('formats.zip');
const folder = testFolder();

async function writeArchive(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'a.zip');
  await writeFile(path, bytes);
  return path;
}

test('deflated and stored entries come out as they went in, and are removed', async () => {
  for (const name of await listEntries(archive)) {
    const extracted = await extractEntry(archive, name);
    assert.deepEqual(await readFile(extracted.path), await readFile(formatFixture(name)));
    await extracted.remove();
    assert.equal(existsSync(extracted.path), false);
  }
});

test('an entry larger than the read chunks comes out whole, also from a folder', async () => {
  const content = Buffer.from(Array.from({ length: 60000 }, (_, i) => `${i * i}`).join(' '));
  const path = await writeArchive(
    zipSync({ 'deep/er/a.asc': content, 'deep/empty/': new Uint8Array() }),
  );
  assert.deepEqual(await listEntries(path), ['deep/er/a.asc']);
  const extracted = await extractEntry(path, 'deep/er/a.asc');
  assert.ok(content.equals(await readFile(extracted.path)));
  await extracted.remove();
});

test('a missing entry lists what is inside', async () => {
  const message =
    /formats\.zip: has no "gh\.asc"\. .*corner\.asc, strips-float32\.tif, center\.asc\./;
  await assert.rejects(extractEntry(archive, 'gh.asc'), message);
});

test('what is no archive or only a part of one is refused', async () => {
  const whole = await readFile(archive);
  for (const bytes of [Buffer.alloc(0), Buffer.from('ncols 3'), whole.subarray(0, 3000)]) {
    await assert.rejects(
      listEntries(await writeArchive(bytes)),
      /a\.zip: is not a whole zip archive/,
    );
  }
  const headless = Buffer.from(whole).fill(0, 0, 4);
  const path = await writeArchive(headless);
  await assert.rejects(extractEntry(path, 'corner.asc'), /a\.zip > corner\.asc: damaged/);
});

test('one changed byte in a deflated or a stored entry is found', async () => {
  const whole = await readFile(archive);
  const places = { 'corner.asc': 200, 'center.asc': whole.lastIndexOf('261.25') };
  for (const [name, place] of Object.entries(places)) {
    const changed = Buffer.from(whole);
    changed[place] ^= 1;
    const path = await writeArchive(changed);
    await assert.rejects(extractEntry(path, name), new RegExp(`a\\.zip > ${name}: damaged`));
  }
});

test('an encrypted, foreign-packed or empty entry says so', async () => {
  const whole = await readFile(archive);
  const directory = whole.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const encrypted = Buffer.from(whole);
  encrypted[directory + 8] |= 1;
  await assert.rejects(extractEntry(await writeArchive(encrypted), 'corner.asc'), /is encrypted/);
  const foreign = Buffer.from(whole);
  foreign[directory + 10] = 14;
  await assert.rejects(extractEntry(await writeArchive(foreign), 'corner.asc'), /by method 14/);
  const empty = await writeArchive(zipSync({ 'a.asc': new Uint8Array() }));
  await assert.rejects(extractEntry(empty, 'a.asc'), /a\.zip > a\.asc: is empty/);
});
