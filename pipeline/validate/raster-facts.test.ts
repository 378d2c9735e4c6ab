import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../files/file-record.ts';
import { rasterFacts } from './raster-facts.ts';

const FORMATS = join(PROJECT, 'fixtures', 'raster-formats');

// Expected: gdalinfo (GDAL 3.6.2) on the same files.
test('the header of a GeoTIFF is told as gdalinfo tells it', async () => {
  const path = join(PROJECT, 'fixtures', 'climatology', 'ghi', 'sarah3', 'ghi_06.tif');
  const { name, ...facts } = await rasterFacts({ path });
  assert.equal(name, 'ghi_06.tif');
  assert.deepEqual(facts, {
    bytes: 16128,
    cols: 61,
    rows: 62,
    crs: 'EPSG:4326',
    xStep: 0.25,
    yStep: 0.25,
    west: 9.875,
    south: 54.375,
    east: 25.125,
    north: 69.875,
    nodata: -9999,
    isMasked: false,
  });
});

test('edges are in order also when the rows run from south to north', async () => {
  const { south, north, yStep } = await rasterFacts({ path: join(FORMATS, 'south-up.tif') });
  assert.ok(north > south && yStep > 0);
});

test('nodata is read from each format: NaN, none, an ESRI header, an entry of an archive', async () => {
  const nodata = async (name: string, entry?: string) =>
    (await rasterFacts({ path: join(FORMATS, name), ...(entry ? { entry } : {}) })).nodata;
  assert.ok(Number.isNaN(await nodata('nodata-nan.tif')));
  assert.ok(Math.abs((await nodata('nodata-float-max.tif')) ?? 0) > 3e38);
  assert.equal(await nodata('laea-2500m.tif'), null);
  assert.equal(await nodata('formats.zip', 'center.asc'), -9999);
});

test('an entry of an archive and a band are part of the name', async () => {
  const inZip = await rasterFacts({ path: join(FORMATS, 'formats.zip'), entry: 'corner.asc' });
  assert.equal(inZip.name, 'formats.zip > corner.asc');
  const band = await rasterFacts({ path: join(FORMATS, 'bands-band.tif'), band: 2 });
  assert.equal(band.name, 'bands-band.tif, band 2');
});
