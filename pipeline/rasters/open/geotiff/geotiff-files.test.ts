/** GeoTIFFs whose months, place, units or scale are in metadata or next to them. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../files/folder.test-kit.ts';
import { checkUnit } from '../../file-unit.ts';
import { monthlyRasters } from '../../raster-files.ts';
import { firstPixels } from '../../xyz-truth.test-kit.ts';
import { openRaster } from '../open-raster.ts';
import { gdalItems } from './geotiff-tags.ts';
import { type TagValue, tiffFile } from './tiff-write.test-kit.ts';

const root = testFolder();
let folders = 0;
/** Pixels of a degree from 13 E, 57 N, in EPSG:4326. */
const PLACED: Tags = {
  33550: { double: [1, 1, 0] },
  33922: { double: [0, 0, 0, 13, 57, 0] },
  34735: { short: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326] },
};
const GDAL_METADATA = 42112;
type Tags = Record<number, TagValue>;

/** A file of two pixels a band, whose band holds its number (from 1), in a folder of its own. */
function write(bands: number, tags: Tags): string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  const values = Float32Array.from({ length: 2 * bands }, (_, i) => (i % bands) + 1);
  const strip = new Uint8Array(values.buffer);
  writeFileSync(join(folder, 'ghi.tif'), tiffFile({ width: 2, height: 1, bands, strip, tags }));
  return folder;
}

function metadata(items: [band: number, name: string, text: string][]): string {
  const lines = items.map(
    ([band, name, text]) => `<Item name="${name}" sample="${band}" role="x">${text}</Item>`,
  );
  return `<GDALMetadata>${lines.join('\n')}</GDALMetadata>`;
}

const monthsIn = async (folder: string) =>
  firstPixels(await monthlyRasters(folder, { files: 'ghi.tif' }));

const NAMES = ['oct', 'nov', 'dec', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep'];
const described = (names: readonly string[]) => ({
  [GDAL_METADATA]: metadata(names.map((name, band) => [band, 'DESCRIPTION', `ghi_${name}`])),
});

test('bands are the months that their descriptions name, a thirteenth is left out', async () => {
  const tags = PLACED;
  assert.deepEqual(
    await monthsIn(write(12, { ...tags, ...described(NAMES) })),
    [4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3],
  );
  const thirteen = write(13, { ...tags, ...described(['year', ...NAMES]) });
  assert.deepEqual(await monthsIn(thirteen), [5, 6, 7, 8, 9, 10, 11, 12, 13, 2, 3, 4]);
  await assert.rejects(
    monthsIn(write(13, tags)),
    /ghi\.tif: has 13 band\(s\), expected 12, .*-b 12 in\.tif out\.tif/,
  );
  const plain = await monthsIn(write(12, tags));
  assert.deepEqual(plain, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

for (const ending of ['.tfw', '.TFW', '.wld', '.tifw']) {
  test(`a plain TIFF has its place from ${ending}, its coordinate system from .prj`, async () => {
    const folder = write(1, {});
    writeFileSync(join(folder, `ghi${ending}`), '0.5\n0\n0\n-0.25\n13.25\n56.875\n');
    writeFileSync(join(folder, 'ghi.prj'), 'Projection    GEOGRAPHIC\nDatum WGS84\n');
    const raster = await openRaster({ path: join(folder, 'ghi.tif') });
    await raster.close();
    assert.deepEqual(
      [raster.xEdge, raster.yEdge, raster.xStep, raster.yStep, raster.crs],
      [13, 57, 0.5, -0.25, 'EPSG:4326'],
    );
  });
}

test('a world file that is rotated or damaged, a .prj of other words, and none of them are refused', async () => {
  const folder = write(1, {});
  const path = join(folder, 'ghi.tif');
  await assert.rejects(
    openRaster({ path }),
    /no world file \(\.tfw\) next to it\. .*gdal_translate -a_srs/,
  );
  writeFileSync(join(folder, 'ghi.tfw'), '0.5 0 0.1 -0.25 13 56');
  await assert.rejects(openRaster({ path }), /rotated\. .*gdalwarp in\.tif out\.tif/);
  writeFileSync(join(folder, 'ghi.tfw'), '0.5 0 0');
  await assert.rejects(openRaster({ path }), /is not six numbers/);
  writeFileSync(join(folder, 'ghi.tfw'), '0.5 0 0 -0.25 13 56');
  writeFileSync(join(folder, 'ghi.prj'), 'Projection RT90');
  await assert.rejects(
    openRaster({ path }),
    /the \.prj next to it says "Projection RT90".*in "crs"/,
  );
});

test('a text grid in metres needs a .prj or "crs"', async () => {
  const folder = write(1, {});
  const path = join(folder, 'sweref.asc');
  writeFileSync(
    path,
    'ncols 2\nnrows 1\nxllcorner 390000\nyllcorner 6200000\ncellsize 1000\n5 6\n',
  );
  await assert.rejects(
    openRaster({ path }),
    /x 390000 to 392000, .* no degrees of EPSG:4326\. .*"crs", or put a \.prj next to the file/,
  );
  writeFileSync(join(folder, 'sweref.prj'), 'Projection    UTM\nZone          33\nUnits METERS\n');
  const raster = await openRaster({ path });
  await raster.close();
  assert.match(raster.crs, /utm \+zone=33/);
});

test('a unit of the bands is held against the recipe’s', async () => {
  const unit = (text: string) => metadata([[0, 'UNITTYPE', text]]);
  const statedBy = async (text: string) => {
    const raster = await openRaster({
      path: join(write(1, { ...PLACED, [GDAL_METADATA]: unit(text) }), 'ghi.tif'),
    });
    await raster.close();
    checkUnit('kWh/m2', raster.stated?.units, raster.stated?.variable, raster.name);
  };
  await statedBy('kWh/m2');
  await statedBy('sun');
  await assert.rejects(statedBy('W m-2'), /ghi\.tif, band 1: is in "W m-2".*"unit": "W\/m2"/);
  await assert.rejects(statedBy('J cm-2 d-1'), /gdal_calc\.py/);
});

test('a scale that makes no values, and endless metadata, are refused by name', async () => {
  for (const scale of ['1e308', '0', 'ten', 'nan']) {
    const path = join(
      write(1, { ...PLACED, [GDAL_METADATA]: metadata([[0, 'SCALE', scale]]) }),
      'ghi.tif',
    );
    await assert.rejects(openRaster({ path }), /ghi\.tif: SCALE of band 1 is "[\w.]+", expected/);
  }
  assert.throws(
    () => gdalItems('<Item name="a" '.repeat(200_000), 'a.tif'),
    /a\.tif: its GDAL_METADATA has 3000000/,
  );
  assert.equal(gdalItems('<Item name="a"'.repeat(50_000), 'a.tif').size, 0);
});
