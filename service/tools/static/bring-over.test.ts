import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { bringOver } from './bring-over.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);

function write(folder: string, files: Record<string, string>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Site of a build: a page that names the build's own file, and the pointer. */
const site = (build: string) => ({
  [`data/cells.${build}.bin`]: build,
  [`assets/page.${build}.js`]: build,
  'sv/index.html': build,
  'data/current.json': build,
});

test('a build takes the place of another, whose data stay two days and go with the next build after', () => {
  const root = testFolder();
  const folder = join(root, 'site');
  const bring = (build: string, atMs: number) =>
    bringOver(write(join(root, build), site(build)), folder, atMs);
  const has = (name: string) => existsSync(join(folder, name));
  bring('a', START_MS);
  write(folder, { 'own.html': 'the host’s' });
  const inode = statSync(folder).ino;
  bring('b', START_MS);
  assert.equal(readFileSync(join(folder, 'data/current.json'), 'utf8'), 'b');
  assert.equal(readFileSync(join(folder, 'sv/index.html'), 'utf8'), 'b');
  assert.ok(has('data/cells.a.bin') && has('assets/page.a.js'), 'a page of before finds its files');
  bring('c', START_MS + DAY_MS);
  assert.ok(has('data/cells.a.bin') && has('data/cells.b.bin'));
  bring('d', START_MS + 2 * DAY_MS + 1);
  assert.ok(!has('data/cells.a.bin') && !has('assets/page.a.js'));
  assert.ok(has('data/cells.b.bin') && has('own.html'), 'former for a day');
  assert.equal(statSync(folder).ino, inode, 'the server’s root is never another folder');
});

test('data that come back with a rollback are counted anew', () => {
  const root = testFolder();
  const folder = join(root, 'site');
  const bring = (build: string, days: number) =>
    bringOver(write(join(root, build), site(build)), folder, START_MS + days * DAY_MS);
  for (const [build, days] of [
    ['a', 0],
    ['b', 0],
    ['a', 1],
    ['b', 4],
    ['c', 5],
  ] as const)
    bring(build, days);
  assert.ok(existsSync(join(folder, 'data/cells.a.bin')), 'former since the fourth day alone');
});

test('an empty folder is taken, and a first bringing that was killed goes on', () => {
  const root = testFolder();
  const folder = join(root, 'site');
  mkdirSync(folder);
  const cut = write(join(root, 'cut'), site('a'));
  // The page of the former try is a folder here, over which no file can be moved: the bringing ends half way.
  mkdirSync(join(folder, 'sv/index.html'), { recursive: true });
  assert.throws(() => bringOver(cut, folder), /EISDIR|ENOTEMPTY|EEXIST/);
  assert.ok(existsSync(join(folder, 'data/cells.a.bin')));
  assert.ok(!existsSync(join(folder, 'data/current.json')));
  rmdirSync(join(folder, 'sv/index.html'));
  bringOver(write(join(root, 'whole'), site('a')), folder);
  assert.equal(readFileSync(join(folder, 'data/current.json'), 'utf8'), 'a');
});

test('a folder of something else is left alone', () => {
  const root = testFolder();
  const folder = write(join(root, 'site'), { 'index.html': 'mine' });
  assert.throws(
    () => bringOver(write(join(root, 'a'), site('a')), folder),
    /found a folder that is no site of "make static"/,
  );
  assert.equal(readFileSync(join(folder, 'index.html'), 'utf8'), 'mine');
});
