import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { asciiGrid, SMALL_FRAME } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { monthlyRasters, yearlyRaster } from './raster-files.ts';
import { firstPixels } from './xyz-truth.test-kit.ts';

const folder = testFolder();

function monthFile(month: number): Uint8Array {
  return new TextEncoder().encode(asciiGrid(SMALL_FRAME, () => month));
}

const JANUARY_TO_DECEMBER = Array.from({ length: 12 }, (_, i) => i + 1);

test('one zip can hold all months, and twelve zips one each', async () => {
  const entries = Object.fromEntries(
    JANUARY_TO_DECEMBER.map((m) => [`gh_0_${m}_2005.asc`, monthFile(m)]),
  );
  writeFileSync(join(folder, 'all.zip'), zipSync(entries));
  for (const m of JANUARY_TO_DECEMBER) {
    writeFileSync(join(folder, `each_${m}.zip`), zipSync({ 'grid.asc': monthFile(m) }));
  }
  const all = await monthlyRasters(folder, { files: 'all.zip', entry: 'gh_0_{month}_*.asc' });
  assert.deepEqual(await firstPixels(all), JANUARY_TO_DECEMBER);
  const each = await monthlyRasters(folder, { files: 'each_{month}.zip', entry: '*.asc' });
  assert.deepEqual(await firstPixels(each), JANUARY_TO_DECEMBER);
});

test('a zip without the entry, or with two that match, lists what is inside', async () => {
  writeFileSync(join(folder, 'two.zip'), zipSync({ 'a.asc': monthFile(1), 'b.asc': monthFile(2) }));
  await assert.rejects(
    yearlyRaster(folder, { files: 'two.zip', entry: '*.asc' }),
    /two\.zip: 2 rasters match "\*\.asc", expected 1, .*: a\.asc, b\.asc/,
  );
  await assert.rejects(
    yearlyRaster(folder, { files: 'two.zip', entry: 'c.asc' }),
    /0 entries match/,
  );
  await assert.rejects(
    monthlyRasters(folder, { files: 'two.zip', entry: 'm_{month}.asc' }),
    /two\.zip: 0 entries match "m_\{month\}\.asc", expected one for each month\. Inside are: a\.asc/,
  );
});

test('an entry of what is no zip, and years that no name states, are refused by name', async () => {
  writeFileSync(join(folder, 'plain.asc'), monthFile(1));
  await assert.rejects(
    yearlyRaster(folder, { files: 'plain.asc', entry: 'a.asc' }),
    /plain\.asc: is no zip archive\. Leave out "entry"/,
  );
  await assert.rejects(
    monthlyRasters(folder, { files: 'each_{month}.zip', entry: '*.asc', years: [2001, 2020] }),
    /no file states a year from 2001 to 2020\. Put \{year\}/,
  );
});

test('a folder instead of a raster, or nothing, is refused with what to write', async () => {
  const sentence = /is a folder, expected a raster\. Name the files in it: "files": "months\//;
  mkdirSync(join(folder, 'months', 'deep'), { recursive: true });
  await assert.rejects(monthlyRasters(folder, { files: 'months' }), sentence);
  await assert.rejects(yearlyRaster(folder, { files: 'months' }), sentence);
  await assert.rejects(yearlyRaster(folder, { files: 'months', entry: 'a.asc' }), sentence);
  await assert.rejects(
    yearlyRaster(folder, { files: 'months/deep' }),
    /"files": "months\/deep\/\*_\{month\}\.tif"/,
  );
  for (const m of JANUARY_TO_DECEMBER) mkdirSync(join(folder, `folder_${m}.tif`));
  await assert.rejects(
    monthlyRasters(folder, { files: 'folder_{month}.tif' }),
    /folder_\d+\.tif: is a folder, expected a raster/,
  );
  await assert.rejects(yearlyRaster(folder, { files: 'none.tif' }), /none\.tif: is not there/);
  await assert.rejects(
    monthlyRasters(folder, { files: 'nowhere/ghi_{month}.asc' }),
    /"files": "nowhere\/ghi_\{month\}\.asc" names the folder .*nowhere, which is not there/,
  );
});
