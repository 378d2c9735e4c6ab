import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openRaster } from './open-raster.ts';
import { formatFixture } from './xyz-truth.test-kit.ts';

const archive = formatFixture('formats.zip');
const firstPixel = { col: 0, row: 0, cols: 1, rows: 1 };

test('every kind of file is opened by its ending, also inside an archive', async () => {
  const kinds = [
    { ref: { path: formatFixture('corner.asc') }, name: 'corner.asc, band 1' },
    { ref: { path: formatFixture('strips-float32.tif') }, name: 'strips-float32.tif, band 1' },
    { ref: { path: archive, entry: 'center.asc' }, name: 'formats.zip > center.asc, band 1' },
    {
      ref: { path: archive, entry: 'strips-float32.tif' },
      name: 'formats.zip > strips-float32.tif, band 1',
    },
  ];
  for (const { ref, name } of kinds) {
    const raster = await openRaster(ref);
    assert.ok(raster.name.endsWith(name), raster.name);
    assert.deepEqual([...(await raster.readWindow(firstPixel))], [261.25], name);
    await raster.close();
  }
});

test('closing or failing to open leaves no temporary file behind', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'open-raster-test-'));
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  t.after(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    rmSync(folder, { recursive: true });
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
    /is an archive; set "entry" to one of: corner/,
  );
  await assert.rejects(
    openRaster({ path: 'a.nc' }),
    /a\.nc, band 1: the ending "\.nc" is not read/,
  );
  await assert.rejects(openRaster({ path: asc, band: 2 }), /has one band; leave out "band"/);
  await assert.rejects(openRaster({ path: asc, band: 0 }), /"band" counts from 1/);
  await assert.rejects(openRaster({ path: asc, crs: 'EPSG:1' }), /proj4 string in "crs"/);
});
