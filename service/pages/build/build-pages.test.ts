import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import programs from '../../../fixtures/market/battery-programs.json' with { type: 'json' };
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { ASSET_LIST, BUILT, openAssets } from '../server/assets.ts';
import { buildPages } from './build-pages.ts';

test('a rebuild writes the same files, complete, and removes those of another build', async () => {
  const parent = testFolder();
  const folder = join(parent, 'pages');
  cpSync(BUILT, folder, { recursive: true });
  writeFileSync(join(folder, 'old.ABCDEFGH.js'), 'old');
  await buildPages(folder);
  assert.deepEqual(readdirSync(folder), readdirSync(BUILT), 'stale: run "make pages"');
  assert.deepEqual(readdirSync(parent), ['pages']);
  for (const file of readdirSync(folder).filter((name) => /\.(br|gz)$/.test(name))) {
    const unpack = file.endsWith('.br') ? brotliDecompressSync : gunzipSync;
    const plain = readFileSync(join(folder, file.slice(0, -3)));
    assert.deepEqual(unpack(readFileSync(join(folder, file))), plain, file);
  }
  // A service may be reading the same folder.
  const { ino } = statSync(folder);
  await buildPages(folder);
  assert.equal(statSync(folder).ino, ino);
});

/** Simulations answer with the source of a battery program. */
const SOURCES: string[] = JSON.stringify(programs).match(/https:[^\s"']*/g) ?? [];

test('no script or style contains an outside address, except as a source in responses', () => {
  const list: Record<string, string> = JSON.parse(readFileSync(join(BUILT, ASSET_LIST), 'utf8'));
  const running = Object.values(list).filter((name) => !/\.(mts|png)$/.test(name));
  for (const file of running) {
    const [text] = readFileSync(join(BUILT, file), 'utf8').split(
      '/*! Bundled license information:',
    );
    const outside = (text.match(/(https?:)?\/\/[a-z][\w-]*[.:][^\s"']*/g) ?? []).filter(
      (address) =>
        !/^http:\/\/www\.w3\.org\/\d+\/(svg|xhtml|Math\/MathML)$/.test(address) &&
        // Names in a workbook's XML, and of the schemas' dialect, which nothing loads.
        !/^http:\/\/(schemas\.openxmlformats|purl\.oclc)\.org\//.test(address) &&
        address !== 'https://json-schema.org/draft/2020-12/schema' &&
        !(file.startsWith('lookup-simulate.') && SOURCES.includes(address)),
    );
    assert.deepEqual(outside, [], file);
  }
});

test('an error explains how to build missing pages', () => {
  assert.throws(() => openAssets('/nowhere'), /The pages are not built: run "make pages"/);
  assert.throws(() => openAssets(BUILT).url('other.css'), /There is no asset "other.css"/);
});
