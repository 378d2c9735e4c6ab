import { open } from 'node:fs/promises';
import { basename } from 'node:path';

/** Formats that are read. Text is expected to be an ESRI ASCII grid. */
export type FileKind = 'tiff' | 'netcdf-3' | 'netcdf-4' | 'zip' | 'text';

/** Enough for a tar archive's mark, which begins at byte 257. */
const START_BYTES = 512;
const TAR = { mark: 'ustar', at: 257 };

/** The bytes that files of a kind begin with. */
const KINDS: [FileKind, string[]][] = [
  ['tiff', ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']],
  ['netcdf-4', ['\x89HDF\r\n\x1a\n']],
  ['netcdf-3', ['CDF\x01', 'CDF\x02']],
  ['zip', ['PK\x03\x04', 'PK\x05\x06']],
];

/** Formats that are often met and not read, with the line that makes them readable. */
const FOREIGN: [format: string, starts: string[], line: (file: string) => string][] = [
  ['NetCDF of the form CDF-5', ['CDF\x05'], () => 'Rewrite it with: nccopy -k nc4 in.nc out.nc'],
  ['GRIB', ['GRIB'], () => 'Make it NetCDF with: cdo -f nc4 copy in.grib out.nc'],
  ['gzip', ['\x1f\x8b'], unpackGzip],
  [
    'a side file of a Mac (AppleDouble)',
    ['\0\x05\x16\0', '\0\x05\x16\x07'],
    () => 'Take the file of that name without "._"',
  ],
];

/** gunzip wants the ending .gz, which a web server or a browser may have taken off. */
function unpackGzip(file: string): string {
  if (/\.(tgz|tar\.gz)$/i.test(file)) return `Unpack it with: tar -xzf ${file}`;
  const named = /\.gz$/i.test(file) ? '' : `mv ${file} ${file}.gz && `;
  return `Unpack it with: ${named}gunzip ${file.replace(/\.gz$/i, '')}.gz`;
}

/**
 * The kind of a file by its first bytes, whatever its name is.
 * @param name of the file, for messages
 * @throws Error naming the format that is not read, with the line that makes the file readable
 */
export async function fileKind(path: string, name: string): Promise<FileKind> {
  const start = await firstBytes(path, name);
  const begins = ([, starts]: readonly [unknown, string[], unknown?]) =>
    starts.some((bytes) => start.startsWith(bytes));
  const kind = KINDS.find(begins)?.[0];
  if (kind) return kind;
  if (start === '') throw new Error(`${name}: is empty. Fetch it again.`);
  const file = shellWord(path);
  if (start.startsWith(TAR.mark, TAR.at)) {
    throw new Error(
      `${name}: is a tar archive, which is not read. Unpack it with: tar -xf ${file}`,
    );
  }
  const foreign = FOREIGN.find(begins);
  if (foreign) {
    throw new Error(`${name}: is ${foreign[0]}, which is not read. ${foreign[2](file)}`);
  }
  if (isText(start)) return 'text';
  const bytes = Buffer.from(start.slice(0, 8), 'latin1').toString('hex');
  throw new Error(
    `${name}: is of no format that is read (it begins with the bytes ${bytes}), expected a GeoTIFF, NetCDF, an ESRI ASCII grid or a zip of them. Unpack it, or make it a GeoTIFF with: gdal_translate ${file} out.tif`,
  );
}

/** Whether a file begins as text, without control characters but white space. The reader of text recognises UTF-16. */
function isText(start: string): boolean {
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return true;
  return Array.from(start).every((char) => char >= ' ' || /\s/.test(char));
}

/** Why a file cannot be read, by the code of the system's error. */
const UNREADABLE: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file. Correct the path.',
  EISDIR: 'is a folder, expected a file. Name a file in it.',
};

async function firstBytes(path: string, name: string): Promise<string> {
  const bytes = Buffer.alloc(START_BYTES);
  try {
    const file = await open(path);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0).finally(() => file.close());
    return bytes.toString('latin1', 0, bytesRead);
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new Error(`${name}: ${UNREADABLE[code] ?? `cannot be read (${message}).`}`, { cause });
  }
}

/** A file's name as a shell takes it. */
function shellWord(path: string): string {
  const name = basename(path);
  return /^[\w.+-]+$/.test(name) ? name : `'${name}'`;
}
