import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { testFolder } from '../../files/folder.test-kit.ts';
import { formatFixture } from '../xyz-truth.test-kit.ts';
import { openRaster, type RasterRef } from './open-raster.ts';

const archive = formatFixture('formats.zip');
const firstPixel = { col: 0, row: 0, cols: 1, rows: 1 };

test('every kind of file is opened, also inside an archive', async () => {
  for (const [file, entry] of [
    ['corner.asc'],
    ['strips-float32.tif'],
    ['formats.zip', 'center.asc'],
    ['formats.zip', 'strips-float32.tif'],
  ]) {
    const raster = await openRaster({ path: formatFixture(file), ...(entry && { entry }) });
    const name = `${file}${entry ? ` > ${entry}` : ''}, band 1`;
    assert.ok(raster.name.endsWith(name), raster.name);
    assert.deepEqual([...(await raster.readWindow(firstPixel))], [261.25], name);
    await raster.close();
  }
});

test('closing or failing to open leaves no temporary file behind', async (t) => {
  const folder = testFolder();
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  t.after(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  });
  const raster = await openRaster({ path: archive, entry: 'center.asc' });
  assert.equal(readdirSync(folder).length, 1);
  await raster.close();
  const entry = 'strips-float32.tif';
  await assert.rejects(openRaster({ path: archive, entry, band: 2 }));
  await assert.rejects(openRaster({ path: archive, entry, crs: 'EPSG:1' }));
  assert.deepEqual(readdirSync(folder), []);
});

test('wrong references say what to change', async () => {
  const asc = formatFixture('corner.asc');
  await assert.rejects(
    openRaster({ path: archive }),
    /is a zip archive\. Set "entry" to one of: corner/,
  );
  await assert.rejects(openRaster({ path: 'a.hdf' }), /a\.hdf: there is no such file/);
  await assert.rejects(openRaster({ path: asc, band: 2 }), /has one band\. Leave out "band"/);
  await assert.rejects(openRaster({ path: asc, band: 0 }), /"band" counts from 1/);
  await assert.rejects(openRaster({ path: asc, crs: 'EPSG:1' }), /proj4 string in "crs"/);
});

const MASK =
  /mask-side\.tif, band 1: .* \.msk file next to it holds a mask, .*gdalwarp -dstnodata -9999/;
const NODATA =
  /nodata-side\.tif, band 1: its nodata value -8888 is only in the \.aux\.xml .*gdal_translate/;

const folder = testFolder();

async function opens(ref: RasterRef): Promise<void> {
  const raster = await openRaster(ref);
  await raster.close();
}

/** Writes what GDAL keeps next to a file about its first band. */
function writeSideFile(path: string, inside: string): void {
  const band = `<PAMRasterBand band="1">${inside}</PAMRasterBand>`;
  writeFileSync(`${path}.aux.xml`, `<PAMDataset>${band}</PAMDataset>`);
}

test('a mask or a nodata value that is only in a side file is refused, also inside an archive', async () => {
  await assert.rejects(opens({ path: formatFixture('mask-side.tif') }), MASK);
  await assert.rejects(opens({ path: formatFixture('nodata-side.tif') }), NODATA);
  const path = join(folder, 'a.zip');
  const names = [
    'mask-side.tif',
    'mask-side.tif.msk',
    'nodata-side.tif',
    'nodata-side.tif.aux.xml',
  ];
  const entries = names.map((name) => [name, new Uint8Array(readFileSync(formatFixture(name)))]);
  writeFileSync(path, zipSync(Object.fromEntries(entries)));
  await assert.rejects(opens({ path, entry: 'mask-side.tif' }), MASK);
  await assert.rejects(opens({ path, entry: 'nodata-side.tif' }), NODATA);
});

test('statistics in a side file, and a nodata value that the raster declares itself, do not matter', async () => {
  const path = join(folder, 'a.tif');
  copyFileSync(formatFixture('nodata-float-max.tif'), path);
  for (const inside of [
    '<Metadata><MDI key="STATISTICS_MEAN">280</MDI></Metadata>',
    '<NoDataValue le_hex_equiv="FFFFFFFFFFFFEFC7">-3.40282346638529E+38</NoDataValue>',
    '<NoDataValue>-9.99900000000000E+03</NoDataValue>',
    '<NoDataValue>nan</NoDataValue>',
    '<Offset>0</Offset><Scale>1</Scale>',
  ]) {
    writeSideFile(path, inside);
    await opens({ path });
  }
  writeSideFile(path, '<NoDataValue>0</NoDataValue>');
  await assert.rejects(opens({ path }), /its nodata value 0 is only in/);
  writeSideFile(path, '<NoDataValue>-3e38</NoDataValue>');
  await assert.rejects(opens({ path }), /its nodata value -3e\+38 is only in/);
});

test('a scale or an offset in a side file is refused by name, not left out', async () => {
  for (const name of ['nodata-float-max.tif', 'center.asc']) {
    const path = join(folder, name);
    copyFileSync(formatFixture(name), path);
    for (const [inside, found] of [
      ['<Offset>0</Offset><Scale>0.1</Scale>', '<Scale>0.1</Scale>'],
      ['<Offset>-273.15</Offset>\n<Scale>1</Scale>', '<Offset>-273.15</Offset>'],
    ]) {
      writeSideFile(path, inside);
      await assert.rejects(
        opens({ path, crs: 'EPSG:4326' }),
        ({ message }: Error) =>
          message.includes(`.aux.xml file next to it has ${found}`) && message.includes('-unscale'),
      );
    }
  }
});
