import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testFolder } from '../../../files/folder.test-kit.ts';
import { projectionOf } from '../../crs.ts';
import {
  assertSamePoints,
  formatFixture,
  openBand,
  pixelsOf,
  pointsOf,
  readXyz,
} from '../../xyz-truth.test-kit.ts';
import { openRaster } from '../open-raster.ts';

const FLOAT32_ERROR = 2e-5;

async function openFile(path: string, name: string, band?: number, crs?: string) {
  const raster = await openBand(path, name, band, crs);
  after(raster.close);
  return raster;
}

function open(name: string, band?: number, crs?: string) {
  return openFile(formatFixture(name), name, band, crs);
}

const variants = {
  'strips-float32.tif': FLOAT32_ERROR,
  'strips-float64-deflate.tif': 1e-9,
  'strips-float32-lzw-predictor.tif': FLOAT32_ERROR,
  'tiles-float64.tif': 1e-9,
  'tiles-float32-lzw.tif': FLOAT32_ERROR,
  'tiles-float32-deflate-big.tif': FLOAT32_ERROR,
  'pixel-is-point.tif': 1e-9,
  'south-up.tif': 1e-9,
  'big-endian.tif': FLOAT32_ERROR,
  'south-up-point.tif': 1e-9,
  'nodata-nan.tif': FLOAT32_ERROR,
  'nodata-float-max.tif': FLOAT32_ERROR,
  'mask-strips.tif': FLOAT32_ERROR,
  'mask-tiles.tif': FLOAT32_ERROR,
};

for (const [name, tolerance] of Object.entries(variants)) {
  test(`${name} has its pixels where GDAL has them, with GDAL's values`, async () => {
    const raster = await open(name);
    assert.equal(raster.crs, 'EPSG:4326');
    assertSamePoints(await pointsOf(raster), readXyz('linear.xyz'), tolerance);
  });
}

test('a window is cut out of several strips or tiles', async () => {
  for (const name of ['strips-float32.tif', 'tiles-float64.tif']) {
    const raster = await open(name);
    const found = await raster.readWindow({ col: 14, row: 3, cols: 4, rows: 14 - 3 });
    for (const [i, value] of found.entries()) {
      const lng = 14.05 + (14 + (i % 4)) * 0.1;
      const lat = 59.55 - (3 + Math.floor(i / 4)) * 0.1;
      assert.ok(Math.abs(value - (100 + 3 * lng + 2 * lat)) < FLOAT32_ERROR, `${name} ${i}`);
    }
  }
});

test('the second band is read from interleaved and separate bands', async () => {
  for (const name of ['bands-pixel.tif', 'bands-band.tif']) {
    const raster = await open(name, 2);
    assert.equal(raster.bands, 2);
    assertSamePoints(await pointsOf(raster), readXyz('linear.xyz'), FLOAT32_ERROR);
  }
  await assert.rejects(
    openRaster({ path: formatFixture('bands-pixel.tif'), band: 3 }),
    /bands-pixel\.tif: has 2 band\(s\), so there is no 3/,
  );
});

test('stored integers are scaled as the file declares', async () => {
  const [corner] = await pixelsOf(await open('scaled-int16.tif'));
  assert.ok(Math.abs(corner - (100 + 3 * 14.05 + 2 * 59.35)) < 0.0025);
});

test('blocks left out of a sparse file are missing, not zero, when its nodata is NaN', async () => {
  const values = await pixelsOf(await open('sparse-nan.tif'));
  assert.ok(values.every(Number.isNaN));
});

test('a mask whose rows fill no whole bytes hides the pixels it hides in GDAL', async () => {
  const raster = await open('mask-odd.tif');
  assert.deepEqual([raster.cols, raster.isMasked, raster.nodata], [23, true, null]);
  const east = 14 + 2.3;
  const expected = readXyz('linear.xyz').filter(([x]) => x < east);
  assertSamePoints(await pointsOf(raster), expected, FLOAT32_ERROR);
});

const refused = {
  'lerc-nan.tif': 'LERC compression',
  'lzma.tif': 'LZMA compression',
  'predictor2-float64.tif': 'pixels of 64 bits with predictor 2',
  'predictor2-big-endian.tif': 'big-endian pixels with predictor 2',
  'int64.tif': 'signed pixels of 64 bits',
  'nbits-12.tif': 'unsigned pixels of 12 bits',
  'nbits-15.tif': 'unsigned pixels of 15 bits',
};

for (const [name, found] of Object.entries(refused)) {
  test(`${name} is refused with a line of gdal_translate that makes it readable`, async () => {
    await assert.rejects(open(name), {
      message: `${name}: has ${found}, which cannot be read here. Rewrite it with: gdal_translate -ot Float32 -co COMPRESS=DEFLATE in.tif out.tif.`,
    });
  });
}

test('an alpha band is refused, its holes being zeros', async () => {
  await assert.rejects(
    open('alpha.tif'),
    /alpha\.tif: has an alpha band, .*gdalwarp -dstnodata -9999/,
  );
});

test('a coordinate system without a code needs the override', async () => {
  for (const name of ['no-crs.tif', 'own-crs.tif']) {
    await assert.rejects(open(name), new RegExp(`${name}: .*Set "crs"`));
    const raster = await open(name, 1, 'EPSG:4326');
    assertSamePoints(await pointsOf(raster), readXyz('linear.xyz'), FLOAT32_ERROR);
  }
});

test('the pixels of metric rasters lie at the longitude and latitude that PROJ gives', async () => {
  for (const name of ['laea-2500m', 'sweref-20km']) {
    const raster = await open(`${name}.tif`);
    const { cols, xEdge, yEdge, xStep, yStep } = raster;
    const { toLngLat } = projectionOf(raster.crs, name);
    const values = await pixelsOf(raster);
    for (const [i, [lng, lat, value]] of readXyz(`${name}.xyz`).entries()) {
      const x = xEdge + ((i % cols) + 0.5) * xStep;
      const [foundLng, foundLat] = toLngLat(x, yEdge + (Math.floor(i / cols) + 0.5) * yStep);
      assert.ok(Math.hypot(foundLng - lng, foundLat - lat) < 1e-7, `${name} ${i}`);
      assert.ok(Math.abs(values[i] - value) < FLOAT32_ERROR, `${name} ${i}`);
    }
  }
});

test('a missing, foreign, truncated or damaged file is refused by name', async () => {
  const folder = testFolder();
  const place = join(folder, 'a.tif');
  const openPlace = () => openFile(place, 'a.tif');
  await assert.rejects(openPlace(), /a\.tif: cannot be read as a GeoTIFF \(ENOENT/);
  await writeFile(place, 'ncols 4');
  await assert.rejects(openPlace(), /a\.tif: cannot be read as a GeoTIFF/);

  const whole = await readFile(formatFixture('strips-float32.tif'));
  await writeFile(place, whole.subarray(0, whole.length - 1));
  await assert.rejects(openPlace(), /a\.tif: truncated: .* byte 1944, the file at 1943/);

  const packed = await readFile(formatFixture('strips-float64-deflate.tif'));
  await writeFile(place, packed.fill(0xff, packed.length - 100));
  const raster = await openPlace();
  const window = { col: 0, row: 10, cols: 24, rows: 6 };
  await assert.rejects(
    raster.readWindow(window),
    /a\.tif, band 1: the pixels of rows 11 to 16 cannot/,
  );
});
