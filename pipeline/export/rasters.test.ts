import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fromFile } from 'geotiff';
import { smallArtifact } from '../dataset/artifact.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { openRaster } from '../rasters/open/open-raster.ts';
import { exportedRasters } from './rasters.ts';

const folder = testFolder();
const artifact = smallArtifact(undefined, [1]);
artifact.optimum_yield.set([500, 501, 502, 503, 504]);
const rasters = exportedRasters(artifact);
for (const [name, bytes] of rasters) writeFileSync(join(folder, name), bytes);

test('there are fourteen rasters: the year, its months and the optimum', () => {
  const names = [...rasters.keys()];
  assert.equal(names.length, 14);
  assert.deepEqual(
    [names[0], names[1], names[12], names[13]],
    ['ghi_annual.tif', 'ghi_01.tif', 'ghi_12.tif', 'optimum_yield.tif'],
  );
});

test('each file has its description and unit', async () => {
  const file = await fromFile(join(folder, 'ghi_12.tif'));
  const tags = (await file.getImage()).fileDirectory;
  const text = await tags.loadValue('ImageDescription');
  await file.close();
  assert.equal(text, 'Global horizontal irradiation, Dec, kWh/m2\0');
});

test('pixels are the cells, north-west first, with a hole where there is no cell', async () => {
  const raster = await openRaster({ path: join(folder, 'optimum_yield.tif') });
  const pixels = await raster.readWindow({ col: 0, row: 0, cols: 3, rows: 2 });
  await raster.close();
  assert.deepEqual([...pixels], [502, 503, 504, 500, Number.NaN, 501]);
  assert.deepEqual(
    [raster.xEdge, raster.yEdge, raster.xStep, raster.yStep],
    [17.625, 59.625, 0.25, -0.25],
  );
});
