import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { testFolder } from '../files/folder.test-kit.ts';
import { foreignFormat } from './foreign-formats.ts';
import { openRaster } from './open-raster.ts';
import { monthlyRasters } from './raster-files.ts';

const root = testFolder();

test('VRT and GRIB are refused by name, with a line that names the very file', () => {
  assert.match(
    foreignFormat('my/ghi_06.vrt') ?? '',
    /^is a VRT.*: gdal_translate my\/ghi_06\.vrt my\/ghi_06\.tif\.$/,
  );
  for (const ending of ['grib', 'grb', 'grib2', 'GRB2']) {
    assert.match(
      foreignFormat(`a b.${ending}`) ?? '',
      new RegExp(`^is GRIB.*: gdal_translate 'a b\\.${ending}' 'a b\\.tif' \\(a band a message`),
    );
  }
  assert.equal(foreignFormat('ghi.tif'), null);
});

test('a VRT of a recipe is refused where it is opened', async () => {
  const path = join(root, 'ghi.vrt');
  writeFileSync(path, '<VRTDataset/>');
  await assert.rejects(openRaster({ path }), /ghi\.vrt, band 1: is a VRT/);
});

/** A Zarr store's metadata, version 2: arrays by name and shape. */
function zarr(name: string, arrays: Record<string, number[]>): string {
  const store = join(root, name);
  mkdirSync(store);
  writeFileSync(join(store, '.zgroup'), '{"zarr_format": 2}');
  for (const [array, shape] of Object.entries(arrays)) {
    mkdirSync(join(store, array));
    writeFileSync(join(store, array, '.zarray'), JSON.stringify({ fill_value: 0, shape }, null, 4));
  }
  return name;
}

test('a Zarr store is refused with a line for each array that may hold rasters', async () => {
  const one = zarr('one.zarr', { lat: [62], lon: [61], ghi_06: [62, 61] });
  await assert.rejects(
    monthlyRasters(root, { files: one }),
    /one\.zarr: is a Zarr store.* with: gdal_translate -a_srs EPSG:4326 -a_nodata none 'ZARR:"[^"]*one\.zarr":\/ghi_06' ghi_06\.tif\. Then/,
  );
  const months = zarr('months.zarr', { lat: [62], lon: [61], time: [12], SIS: [12, 62, 61] });
  await assert.rejects(
    monthlyRasters(root, { files: months }),
    /for i in \{0\.\.11\}; do gdal_translate -a_srs EPSG:4326 -a_nodata none 'ZARR:"[^"]*months\.zarr":\/SIS:'\$i SIS_\$\(\(i\+1\)\)\.tif; done/,
  );
});

test('a store of version 3 and a zipped one are told, too', async () => {
  const store = join(root, 'three.zarr');
  mkdirSync(join(store, 'ghi'), { recursive: true });
  writeFileSync(join(store, 'zarr.json'), '{"zarr_format": 3, "node_type": "group"}');
  writeFileSync(join(store, 'ghi', 'zarr.json'), '{"zarr_format": 3, "shape": [62, 61]}');
  await assert.rejects(monthlyRasters(root, { files: 'three.zarr' }), /:\/ghi' ghi\.tif/);
  const path = join(root, 'store.zarr.zip');
  writeFileSync(path, zipSync({ '.zgroup': new TextEncoder().encode('{"zarr_format": 2}') }));
  await assert.rejects(
    monthlyRasters(root, { files: 'store.zarr.zip' }),
    /store\.zarr\.zip: is a Zarr store.*ZARR:"\/vsizip\/[^"]*store\.zarr\.zip":\/NAME' NAME\.tif/,
  );
});
