import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';
import { openRaster, type RasterRef } from '../rasters/open/open-raster.ts';
import { type RasterFacts, rasterFacts, rasterTable } from './raster-table.ts';

const FORMATS = join(PROJECT, 'fixtures', 'raster-formats');

async function factsOf(ref: RasterRef): Promise<RasterFacts> {
  const raster = await openRaster(ref);
  return rasterFacts({ ref, raster }).finally(raster.close);
}

test('a table has the size of a file, values over the cells and their share of them', async () => {
  const facts = await factsOf({ path: join(FORMATS, 'laea-2500m.tif') });
  const statistics = { count: 150, min: 0.123, mean: 10, max: 20.5 };
  const nothing = { ...statistics, count: 0, mean: Number.NaN };
  const rows = [
    { month: 5, facts, statistics },
    { month: null, facts, statistics: nothing },
  ];
  const [, june, year] = rasterTable(rows, 200).split('\n');
  assert.match(
    june,
    /^ {2}Jun +laea-2500m\.tif +3 +36 x 28 .* none +0\.12 +10\.00 +20\.50 +75\.0 %$/,
  );
  assert.match(year, /^ {2}Year .* none +0\.12 +- +20\.50 +0\.0 %$/);
});

test('edges are in order also when the rows run from south to north', async () => {
  const { south, north, yStep } = await factsOf({ path: join(FORMATS, 'south-up.tif') });
  assert.ok(north > south && yStep > 0);
});

test('an entry of an archive and a band are part of the name', async () => {
  const inZip = await factsOf({ path: join(FORMATS, 'formats.zip'), entry: 'corner.asc' });
  assert.equal(inZip.name, 'formats.zip > corner.asc');
  const band = await factsOf({ path: join(FORMATS, 'bands-band.tif'), band: 2 });
  assert.equal(band.name, 'bands-band.tif, band 2');
});
