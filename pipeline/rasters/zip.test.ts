import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { PROJECT } from '../files/file-record.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { formatFixture } from './xyz-truth.test-kit.ts';
import { extractEntry, listEntries } from './zip.ts';

const archive = formatFixture('formats.zip');
const folder = testFolder();

async function writeArchive(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'a.zip');
  await writeFile(path, bytes);
  return path;
}

test('the entries are listed in order', async () => {
  assert.deepEqual(await listEntries(archive), ['corner.asc', 'strips-float32.tif', 'center.asc']);
});

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
    /formats\.zip: has no "gh\.asc"; .*corner\.asc, strips-float32\.tif, center\.asc\./;
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
  await assert.rejects(extractEntry(path, 'corner.asc'), /a\.zip: is not a whole zip archive/);
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

test('an entry that finds no room is told with its size, not as damage, and nothing of it is left', async () => {
  const path = await writeArchive(zipSync({ 'a.asc': new Uint8Array(400_000) }));
  const code = `
    import { extractEntry } from './pipeline/rasters/zip.ts';
    await extractEntry(${JSON.stringify(path)}, 'a.asc').catch((error) => console.log(error.message));`;
  const script = 'ulimit -f 100; exec "$0" --import tsx --input-type=module -e "$1"';
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  const env = { ...process.env, TMPDIR: temporary, TSX_DISABLE_CACHE: '1' };
  const options = { cwd: PROJECT, env, encoding: 'utf8' } as const;
  const { stdout } = spawnSync('bash', ['-c', script, process.execPath, code], options);
  assert.match(stdout, /a\.zip > a\.asc: .*needs 0\.400 MB, but the limit on the size of files/);
  const left = (await readdir(temporary)).filter((name) => name.startsWith('sun-over-sweden-'));
  assert.deepEqual(left, []);
});
