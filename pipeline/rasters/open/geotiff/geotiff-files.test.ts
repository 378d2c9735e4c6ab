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

/** A file of one band with an item of metadata. */
const writeItem = (name: string, text: string) =>
  write(1, { ...PLACED, [GDAL_METADATA]: metadata([[0, name, text]]) });

/** A raster of a folder, closed again. */
async function openIn(folder: string, file = 'ghi.tif') {
  const raster = await openRaster({ path: join(folder, file) });
  await raster.close();
  return raster;
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
    const { xEdge, yEdge, xStep, yStep, crs } = await openIn(folder);
    assert.deepEqual([xEdge, yEdge, xStep, yStep, crs], [13, 57, 0.5, -0.25, 'EPSG:4326']);
  });
}

test('a world file that is rotated or damaged, a .prj of other words, and none of them are refused', async () => {
  const folder = write(1, {});
  writeFileSync(join(folder, 'ghi.prj'), 'Projection RT90');
  for (const [world, message] of [
    [null, /no world file \(\.tfw\) next to it\. .*gdal_translate -a_srs/],
    ['0.5 0 0.1 -0.25 13 56', /rotated\. .*gdalwarp in\.tif out\.tif/],
    ['0.5 0 0', /is not six numbers/],
    ['0.5 0 0 -0.25 13 56', /the \.prj next to it says "Projection RT90".*in "crs"/],
  ] as const) {
    if (world) writeFileSync(join(folder, 'ghi.tfw'), world);
    await assert.rejects(openIn(folder), message);
  }
});

test('a text grid in metres needs a .prj or "crs"', async () => {
  const folder = write(1, {});
  const place = 'xllcorner 390000\nyllcorner 6200000\ncellsize 1000';
  writeFileSync(join(folder, 'sweref.asc'), `ncols 2\nnrows 1\n${place}\n5 6\n`);
  await assert.rejects(
    openIn(folder, 'sweref.asc'),
    /x 390000 to 392000, .* no degrees of EPSG:4326\. .*"crs", or put a \.prj next to the file/,
  );
  writeFileSync(join(folder, 'sweref.prj'), 'Projection    UTM\nZone          33\nUnits METERS\n');
  assert.match((await openIn(folder, 'sweref.asc')).crs, /utm \+zone=33/);
});

test('a unit of the bands is held against the recipe’s', async () => {
  const statedBy = async (text: string) => {
    const { stated, name } = await openIn(writeItem('UNITTYPE', text));
    checkUnit('kWh/m2', stated?.units, stated?.variable, name);
  };
  await statedBy('kWh/m2');
  await statedBy('sun');
  await assert.rejects(statedBy('W m-2'), /ghi\.tif, band 1: is in "W m-2".*"unit": "W\/m2"/);
  await assert.rejects(statedBy('J cm-2 d-1'), /gdal_calc\.py/);
});

test('a scale that makes no values, and endless metadata, are refused by name', async () => {
  for (const scale of ['1e308', '0', 'ten', 'nan']) {
    const opened = openIn(writeItem('SCALE', scale));
    await assert.rejects(opened, /ghi\.tif: SCALE of band 1 is "[\w.]+", expected/);
  }
  assert.throws(
    () => gdalItems('<Item name="a" '.repeat(200_000), 'a.tif'),
    /a\.tif: its GDAL_METADATA has 3000000/,
  );
  assert.equal(gdalItems('<Item name="a"'.repeat(50_000), 'a.tif').size, 0);
});
