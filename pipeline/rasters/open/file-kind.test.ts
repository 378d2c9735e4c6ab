/** What files are by their bytes, whatever their names say. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { testFolder } from '../../files/folder.test-kit.ts';
import { monthlyRasters } from '../raster-files.ts';
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
  ['a.bz2', 'BZh91AY', /bunzip2 a\.bz2$/],
  ['a.xz', Buffer.from('fd377a585a00', 'hex'), /unxz a\.xz$/],
  ['a.zst', Buffer.from('28b52ffd00', 'hex'), /unzstd a\.zst$/],
  ['a b.7z', Buffer.from('377abcaf271c', 'hex'), /7z x 'a b\.7z'$/],
  ['a.rar', 'Rar!\x1a\x07', /unrar x a\.rar$/],
  ['download.nc', '<!DOCTYPE html><html>', /is a web page \(HTML\)/],
  ['download.tif', '\n<html lang="en">', /is a web page \(HTML\)/],
  ['download.zip', '{"error": "no such file"}', /is JSON/],
  ['download.asc', '<?xml version="1.0"?><Error>', /is XML/],
  ['era5.grib', 'GRIB\0\0\0\x02', /is GRIB.*: cdo -f nc4 copy in\.grib out\.nc$/],
  ['era5.nc', 'GRIB\0\0\0\x02', /is GRIB/],
  ['cdf.nc', 'CDF\x05\0\0', /form CDF-5.*: nccopy -k nc4 in\.nc out\.nc$/],
  ['ghi.vrt', '<VRTDataset rasterXSize="3">', /is a VRT.*: gdal_translate ghi\.vrt out\.tif$/],
  ['ghi.jp2', Buffer.from('0000000c6a502020', 'hex'), /is JPEG 2000.*: gdal_translate/],
  ['ghi.hdf', Buffer.from('0e031301', 'hex'), /is HDF4.*: gdal_translate/],
  ['._ghi_01.tif', Buffer.from('00051607', 'hex'), /AppleDouble.*without "\._"/],
  ['empty.tif', '', /is empty/],
  ['unknown.tif', Buffer.from('0102030405060708', 'hex'), /begins with the bytes 0102030405060708/],
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
  await assert.rejects(openRaster({ path: formatFixture('formats.zip') }), /set "entry" to one of/);
  const tif = formatFixture('strips-float32.tif');
  await assert.rejects(
    openRaster({ path: tif, entry: 'a.tif' }),
    /is no zip archive; leave out "entry"/,
  );
});

test('a Zarr store, as a folder or zipped, is refused with the line that makes it NetCDF', async () => {
  mkdirSync(join(root, 'one.zarr'));
  writeFileSync(join(root, 'one.zarr', '.zgroup'), '{"zarr_format": 2}');
  await assert.rejects(
    monthlyRasters(root, { files: 'one.zarr' }),
    /one\.zarr: is a Zarr store.*: gdalmdimtranslate -of netCDF 'ZARR:"[^"]*one\.zarr"' out\.nc/,
  );
  const path = join(root, 'store.zarr.zip');
  writeFileSync(path, zipSync({ '.zgroup': new TextEncoder().encode('{"zarr_format": 2}') }));
  await assert.rejects(openRaster({ path }), /ZARR:"\/vsizip\/[^"]*store\.zarr\.zip"/);
});
