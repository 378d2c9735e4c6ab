import { open } from 'node:fs/promises';
import { basename } from 'node:path';

/** What the readers here take. Text is held to be an ESRI ASCII grid. */
export type FileKind = 'tiff' | 'netcdf-3' | 'netcdf-4' | 'zip' | 'text';

/** Enough for a tar's mark, which begins at byte 257. */
const START_BYTES = 512;

/** How a file begins: with one of these bytes, or a text that fits. */
type Mark = readonly string[] | RegExp;

const KINDS: [FileKind, Mark][] = [
  ['tiff', ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']],
  ['netcdf-4', ['\x89HDF\r\n\x1a\n']],
  ['netcdf-3', ['CDF\x01', 'CDF\x02']],
  ['zip', ['PK\x03\x04', 'PK\x05\x06']],
];

/** Where a tar archive says that it is one. */
const TAR = { mark: 'ustar', at: 257 };

/** Formats that are known and not read, with the line that makes them readable. */
const FOREIGN: [format: string, start: Mark, line: (file: string) => string][] = [
  ['NetCDF of the form CDF-5', ['CDF\x05'], () => 'write it anew with: nccopy -k nc4 in.nc out.nc'],
  ['GRIB', ['GRIB'], () => 'make it NetCDF with: cdo -f nc4 copy in.grib out.nc'],
  ['HDF4', ['\x0e\x03\x13\x01'], makeGeotiff],
  ['a VRT, a description of other files', /^\s*<VRTDataset/, makeGeotiff],
  ['JPEG 2000', ['\0\0\0\x0cjP', '\xff\x4f\xff\x51'], makeGeotiff],
  ['an ERDAS Imagine file', ['EHFA_HEADER_TAG'], makeGeotiff],
  ['PNG', ['\x89PNG'], makeGeotiff],
  ['JPEG', ['\xff\xd8\xff'], makeGeotiff],
  ['gzip', ['\x1f\x8b'], unpackGzip],
  ['bzip2', ['BZh'], (file) => `unpack it with: bunzip2 ${file}`],
  ['xz', ['\xfd7zXZ'], (file) => `unpack it with: unxz ${file}`],
  ['Zstandard', ['\x28\xb5\x2f\xfd'], (file) => `unpack it with: unzstd ${file}`],
  ['a 7-Zip archive', ['7z\xbc\xaf'], (file) => `unpack it with: 7z x ${file}`],
  ['a RAR archive', ['Rar!'], (file) => `unpack it with: unrar x ${file}`],
  [
    'a file that a Mac keeps beside another (AppleDouble)',
    ['\0\x05\x16\0', '\0\x05\x16\x07'],
    () => 'take the file of that name without "._"',
  ],
  [
    'a web page (HTML), as a login or an error answers a download',
    /^(\xef\xbb\xbf)?\s*<(!doctype html|html|head)/i,
    () => 'read it in a browser, and fetch the file itself',
  ],
  ['XML, no raster', /^(\xef\xbb\xbf)?\s*<[?a-z]/i, () => 'read it, and fetch the file itself'],
  ['JSON, no raster', /^(\xef\xbb\xbf)?\s*[{[]/, () => 'read it, and fetch the file itself'],
  ['PDF', ['%PDF'], () => 'fetch the raster itself'],
];

function fits(start: string, mark: Mark): boolean {
  return mark instanceof RegExp ? mark.test(start) : mark.some((one) => start.startsWith(one));
}

function makeGeotiff(file: string): string {
  return `make it a GeoTIFF with: gdal_translate ${file} out.tif`;
}

/** gunzip wants the ending .gz, which a web server or a browser may have taken off. */
function unpackGzip(file: string): string {
  if (/\.(tgz|tar\.gz)$/i.test(file)) return `unpack it with: tar -xzf ${file}`;
  const named = /\.gz$/i.test(file) ? '' : `mv ${file} ${file}.gz && `;
  return `unpack it with: ${named}gunzip ${file.replace(/\.gz$/i, '')}.gz`;
}

/**
 * What a file is by its first bytes, whatever its name says.
 * @param name of the file, for messages
 * @throws Error naming the format that is not read, with the line that makes the file readable
 */
export async function fileKind(path: string, name: string): Promise<FileKind> {
  const start = await firstBytes(path, name);
  const kind = KINDS.find(([, mark]) => fits(start, mark))?.[0];
  if (kind) return kind;
  if (start === '') throw new Error(`${name}: is empty. Fetch it again.`);
  const file = shellWord(path);
  if (start.startsWith(TAR.mark, TAR.at)) {
    throw new Error(
      `${name}: is a tar archive, which is not read here; unpack it with: tar -xf ${file}`,
    );
  }
  const foreign = FOREIGN.find(([, mark]) => fits(start, mark));
  if (foreign) {
    const [format, , line] = foreign;
    throw new Error(`${name}: is ${format}, which is not read here; ${line(file)}`);
  }
  if (isText(start)) return 'text';
  const bytes = Buffer.from(start.slice(0, 8), 'latin1').toString('hex');
  throw new Error(
    `${name}: is of no format that is known (it begins with the bytes ${bytes}), expected a GeoTIFF, NetCDF, an ESRI ASCII grid or a zip of such. Fetch it again, or make it a GeoTIFF with: gdal_translate ${file} out.tif`,
  );
}

/** Without control characters but white space. UTF-16 is recognised by the reader of text. */
function isText(start: string): boolean {
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return true;
  return Array.from(start).every((char) => char >= ' ' || /\s/.test(char));
}

async function firstBytes(path: string, name: string): Promise<string> {
  const file = await open(path).catch((cause: unknown) => {
    throw new Error(`${name}: cannot be opened (${String(cause)}).`, { cause });
  });
  try {
    const bytes = Buffer.alloc(START_BYTES);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A file's name as a shell takes it. */
function shellWord(path: string): string {
  const name = basename(path);
  return /^[\w.+-]+$/.test(name) ? name : `'${name}'`;
}

/** Files that every Zarr store has, of version 2 or 3. */
const ZARR_FILES = /(^|\/)(\.zgroup|\.zarray|\.zmetadata|zarr\.json)$/;

/** Whether names inside a folder or an archive are those of a Zarr store. */
export function isZarr(names: readonly string[]): boolean {
  return names.some((name) => ZARR_FILES.test(name));
}

/**
 * Why a Zarr store is not read, with the line that makes it readable.
 * @param path the folder as a person would type it
 */
export function zarrRefusal(path: string): string {
  return `is a Zarr store, which is not read here; make it NetCDF with: gdalmdimtranslate -of netCDF 'ZARR:"${path}"' out.nc`;
}
