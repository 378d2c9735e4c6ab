import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../files/folder.test-kit.ts';
import { loadDownloads, pathInside } from './load-downloads.ts';

const folder = testFolder();

function load(downloads: unknown) {
  writeFileSync(join(folder, 'downloads.json'), JSON.stringify(downloads));
  return loadDownloads(folder);
}

test('a folder without a list has no downloads', () => {
  assert.equal(loadDownloads(join(folder, 'nowhere')), null);
});

test('a path may not leave the folder', () => {
  assert.equal(pathInside('/data/recipe', 'a/../b.tif'), '/data/recipe/b.tif');
  for (const path of ['../b.tif', 'a/../../b.tif', '/etc/passwd', '.', '../recipe-2/b.tif']) {
    assert.throws(() => pathInside('/data/recipe', path), /leaves the recipe's folder/, path);
  }
  assert.throws(
    () => load({ files: [{ url: 'https://example.org/a', path: '../a' }] }),
    /downloads\.json: the path "\.\.\/a" leaves/,
  );
});

test('two entries of one path are refused', () => {
  const file = { url: 'https://example.org/a', path: 'a' };
  const spot = { year: 2025, areas: ['SE3'], path: './b/../a' };
  assert.throws(() => load({ files: [file], elprisetjustnu: [spot] }), /two entries have the path/);
});

test('a wrong field is named', () => {
  const file = { url: 'https://example.org/a', path: 'a' };
  const cells = { base_url: 'https://x.org', raddatabase: 'PVGIS-ERA5', path: 'a' };
  for (const [downloads, message] of [
    [{ files: [{ ...file, url: 'ftp://example.org/a' }] }, /"files\[0\]\.url" is "ftp:/],
    [{ files: [{ ...file, md5: '' }] }, /"files\[0\]\.md5" is not a known field/],
    [{ mrcalc: [{ ...cells, calls_per_second: 30 }] }, /"mrcalc\[0\]\.calls_per_second" is 30/],
  ] as const) {
    assert.throws(() => load(downloads), message);
  }
});
