import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fromFile } from 'geotiff';
import { smallArtifact } from '../../dataset/artifact.test-kit.ts';
import { testFolder } from '../../files/folder.test-kit.ts';
import { openRaster } from '../../rasters/open-raster.ts';
import { exportedRasters } from './rasters.ts';

const hasGdal = spawnSync('gdalinfo', ['--version']).status === 0;

/** Runs `use` with the exported files in a folder. */
async function inFolder(use: (folder: string) => unknown): Promise<void> {
  const folder = testFolder();
  const artifact = smallArtifact(undefined, [1]);
  artifact.optimum_yield.set([500, 501, 502, 503, 504]);
  for (const [name, bytes] of exportedRasters(artifact)) writeFileSync(join(folder, name), bytes);
  await use(folder);
}

test('there are fourteen rasters, the year, its months and the optimum, and one of them all', () => {
  const names = [...exportedRasters(smallArtifact()).keys()];
  assert.equal(names.length, 15);
  assert.deepEqual(
    [names[0], names[1], names[12], names[13], names[14]],
    ['ghi_annual.tif', 'ghi_01.tif', 'ghi_12.tif', 'optimum_yield.tif', 'all-maps.tif'],
  );
});

test('each band says what it is, and of the file of all maps each is one of the single ones', () =>
  inFolder(async (folder) => {
    const window = { col: 0, row: 0, cols: 3, rows: 2 };
    const texts = await bandTexts(join(folder, 'all-maps.tif'));
    assert.equal(texts.length, 14);
    assert.deepEqual(texts[12], ['Global horizontal irradiation, Dec', 'kWh/m2']);
    for (const [i, name] of [...exportedRasters(smallArtifact()).keys()].slice(0, 14).entries()) {
      const single = await openRaster({ path: join(folder, name) });
      const band = await openRaster({ path: join(folder, 'all-maps.tif'), band: i + 1 });
      assert.deepEqual(await band.readWindow(window), await single.readWindow(window), name);
      assert.deepEqual(await bandTexts(join(folder, name)), [texts[i]]);
      await Promise.all([single.close(), band.close()]);
    }
  }));

/** Description and unit of each band, by the tag's own reader in geotiff.js. */
async function bandTexts(path: string): Promise<unknown[][]> {
  const file = await fromFile(path);
  try {
    const image = await file.getImage();
    const texts: unknown[][] = [];
    // one after another: geotiff.js loads the tag for the first caller alone
    for (let sample = 0; sample < image.getSamplesPerPixel(); sample++) {
      const text = await image.getGDALMetadata(sample);
      texts.push([text?.DESCRIPTION, text?.UNITTYPE]);
    }
    return texts;
  } finally {
    await file.close();
  }
}

test('pixels are the cells, north-west first, with a hole where there is no cell', () =>
  inFolder(async (folder) => {
    const raster = await openRaster({ path: join(folder, 'optimum_yield.tif') });
    const pixels = await raster.readWindow({ col: 0, row: 0, cols: 3, rows: 2 });
    assert.deepEqual([...pixels], [502, 503, 504, 500, Number.NaN, 501]);
    assert.deepEqual(
      [raster.xEdge, raster.yEdge, raster.xStep, raster.yStep],
      [17.625, 59.625, 0.25, -0.25],
    );
    await raster.close();
  }));

test(
  'GDAL finds coordinate system, extent, nodata and values',
  { skip: !hasGdal && 'gdalinfo is not installed' },
  () =>
    inFolder((folder) => {
      const path = join(folder, 'optimum_yield.tif');
      const info = JSON.parse(execFileSync('gdalinfo', ['-json', path], { encoding: 'utf8' }));
      assert.deepEqual(info.size, [3, 2]);
      assert.deepEqual(info.geoTransform, [17.625, 0.25, 0, 59.625, 0, -0.25]);
      assert.equal(info.bands[0].noDataValue, -9999);
      assert.equal(info.bands[0].unit, 'kWh/kWp');
      assert.match(info.bands[0].description, /^PV yield of the best orientation after 14 %/);
      assert.match(info.coordinateSystem.wkt, /ID\["EPSG",4326\]\]$/);
      const at = (lng: number, lat: number, name = 'optimum_yield.tif') =>
        Number(
          execFileSync(
            'gdallocationinfo',
            ['-valonly', '-wgs84', join(folder, name), `${lng}`, `${lat}`],
            { encoding: 'utf8' },
          ),
        );
      assert.deepEqual([at(17.75, 59.5), at(18.25, 59.25), at(18, 59.25)], [502, 501, -9999]);
      assert.deepEqual(
        [at(18.25, 59.5, 'ghi_annual.tif'), at(18.25, 59.5, 'ghi_12.tif')],
        [780, 120],
      );
      const all = join(folder, 'all-maps.tif');
      const { bands } = JSON.parse(execFileSync('gdalinfo', ['-json', all], { encoding: 'utf8' }));
      assert.equal(bands.length, 14);
      assert.deepEqual(
        [bands[0].description, bands[0].unit, bands[0].noDataValue],
        ['Global horizontal irradiation, year', 'kWh/m2', -9999],
      );
    }),
);
