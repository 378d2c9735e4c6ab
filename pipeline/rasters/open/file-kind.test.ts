/** Kinds of files by their bytes, whatever their names are. */
import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { testFolder } from '../../files/folder.test-kit.ts';
import { formatFixture } from '../xyz-truth.test-kit.ts';
import { openRaster } from './open-raster.ts';

const root = testFolder();

function tar(): Buffer {
  const bytes = Buffer.alloc(1024);
  bytes.write('ghi.nc', 0, 'latin1');
  bytes.write('ustar\0', 257, 'latin1');
  return bytes;
}

const REFUSED: [name: string, bytes: string | Uint8Array, message: RegExp][] = [
  ['ORD51234.tar', tar(), /is a tar archive.*: tar -xf ORD51234\.tar$/],
  ['ghi.nc', tar(), /is a tar archive.*: tar -xf ghi\.nc$/],
  ['ghi_01.asc.gz', gzipSync('ncols 3'), /is gzip.*: gunzip ghi_01\.asc\.gz$/],
  ['ghi.tif', gzipSync('ncols 3'), /is gzip.*: mv ghi\.tif ghi\.tif\.gz && gunzip ghi\.tif\.gz$/],
  ['order.tar.gz', gzipSync('x'), /is gzip.*: tar -xzf order\.tar\.gz$/],
  [
    'download.nc',
    '<!DOCTYPE html><html>',
    /begins with "<!DOCTYPE html><html>", expected the header/,
  ],
  ['era5.grib', 'GRIB\0\0\0\x02', /is GRIB.*: cdo -f nc4 copy in\.grib out\.nc$/],
  ['cdf.nc', 'CDF\x05\0\0', /form CDF-5.*: nccopy -k nc4 in\.nc out\.nc$/],
  ['._ghi_01.tif', Buffer.from('00051607', 'hex'), /AppleDouble.*without "\._"/],
  ['empty.tif', '', /is empty/],
  [
    'un known.7z',
    Buffer.from('377abcaf271c', 'hex'),
    /the bytes 377abcaf271c.*'un known\.7z' out\.tif$/,
  ],
  ['note.tif', 'Datensatz: x\nncols 3\n', /begins with "Datensatz: x".*sed -n/],
  ['table.csv', 'lat,lng,ghi\n', /begins with "lat,lng,ghi", expected the header/],
];

for (const [name, bytes, message] of REFUSED) {
  test(`${name}, ${String(message)}: refused by name, with the line that helps`, async () => {
    const path = join(root, name);
    writeFileSync(path, bytes, 'latin1');
    await assert.rejects(openRaster({ path }), (error: Error) => {
      assert.ok(error.message.includes(name), error.message);
      assert.match(error.message, message);
      return true;
    });
  });
}

const READ: [name: string, from: string][] = [
  ['ghi.nc', 'strips-float32.tif'],
  ['ghi.zip', 'strips-float32.tif'],
  ['ghi', 'corner.asc'],
  ['download.tif', '../netcdf-formats/north-first.nc'],
  ['download.zip', '../netcdf-formats/classic.nc'],
];

for (const [name, from] of READ) {
  test(`${from} is read under the name ${name}`, async () => {
    const path = join(root, name);
    copyFileSync(formatFixture(from), path);
    const raster = await openRaster({ path });
    assert.equal(raster.cols, 24);
    await raster.close();
  });
}

test('a zip is one under any name, and of a single raster needs no entry', async () => {
  const path = join(root, 'zipped.nc');
  const grid = 'ncols 2\nnrows 1\nxllcorner 13\nyllcorner 56\ncellsize 1\n5 6\n';
  const bytes = new TextEncoder().encode(grid);
  writeFileSync(
    path,
    zipSync({ 'ghi.asc': bytes, 'readme.txt': bytes, '__MACOSX/._ghi.asc': bytes }),
  );
  const raster = await openRaster({ path });
  assert.equal(raster.cols, 2);
  await raster.close();
});
