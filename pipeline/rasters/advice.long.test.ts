/**
 * Each line that a refusal gives is run, on a file of the refused kind, and what comes of it is read and compared.
 * Needs cdo, nco, netCDF's and GDAL's tools. A line whose tool is not installed is skipped by name.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testFolder } from '../files/folder.test-kit.ts';
import { checkUnit, type FileUnit } from './file-unit.ts';
import { classicFile, type WrittenVariable } from './open/netcdf/classic-write.test-kit.ts';
import { openRaster, openRasterFile, type RasterRef } from './open/open-raster.ts';
import { monthlyRasters } from './raster-files.ts';
import { formatFixture } from './xyz-truth.test-kit.ts';

const root = testFolder();
const has = (tool: string) =>
  tool === 'python3-h5py'
    ? spawnSync('python3', ['-c', 'import h5py']).status === 0
    : spawnSync('which', [tool]).status === 0;

const LATS = [58, 57.75, 57.5, 57.25, 57];
const LNGS = [13, 13.25, 13.5, 13.75];
const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);
/** The value of a month (from 0) at a pixel. Linear, so that interpolation keeps it. */
const valueAt = (month: number, lat: number, lng: number) => 100 + 10 * month + lat + 2 * lng;

const LAT: WrittenVariable = {
  dimensions: ['lat'],
  attributes: { units: 'degrees_north', standard_name: 'latitude' },
  values: LATS,
};
const LNG: WrittenVariable = {
  dimensions: ['lon'],
  attributes: { units: 'degrees_east', standard_name: 'longitude' },
  values: LNGS,
};
const TIME: WrittenVariable = {
  dimensions: ['time'],
  attributes: { units: 'days since 2001-01-01', calendar: 'standard', standard_name: 'time' },
  values: [15, 45, 74, 105, 135, 166, 196, 227, 258, 288, 319, 349],
};
const SIZES = { time: 12, lat: 5, lon: 4 };
const field = (month: number) => LATS.flatMap((lat) => LNGS.map((lng) => valueAt(month, lat, lng)));
const FIELDS = MONTHS.flatMap((month) => field(month - 1));

interface Parts {
  sizes?: Record<string, number>;
  others?: Record<string, WrittenVariable>;
  dimensions?: string[];
  attributes?: Record<string, string | number>;
  values?: number[];
  time?: WrittenVariable | null;
}

function netcdf({
  sizes = SIZES,
  others = {},
  dimensions = ['time', 'lat', 'lon'],
  attributes = {},
  values = FIELDS,
  time = TIME,
}: Parts): Buffer {
  const axes = 'lat' in sizes ? { lat: LAT, lon: LNG } : {};
  const sis = { dimensions, attributes: { units: 'W m-2', ...attributes }, values };
  return classicFile(sizes, { ...(time && { time }), ...axes, ...others, SIS: sis });
}

/** The other axes with latitudes and longitudes of two dimensions next to, as climate models write them. */
function curved(y: string, x: string, mapping: Record<string, string>): Parts {
  const axis = (name: string, values: number[]): Record<string, WrittenVariable> =>
    y === 'rlat'
      ? {
          [name]: {
            dimensions: [name],
            attributes: { units: 'degrees', axis: name === y ? 'Y' : 'X' },
            values,
          },
        }
      : {};
  const plane = (values: number[], units: string): WrittenVariable => ({
    dimensions: [y, x],
    attributes: { units },
    values,
  });
  return {
    sizes: { time: 12, [y]: 5, [x]: 4 },
    dimensions: ['time', y, x],
    attributes: { coordinates: 'lat lon', ...(y === 'rlat' && { grid_mapping: 'pole' }) },
    others: {
      ...axis(y, LATS),
      ...axis(x, LNGS),
      ...(y === 'rlat' && { pole: { dimensions: [], attributes: mapping, values: [0] } }),
      lat: plane(
        LATS.flatMap((lat) => LNGS.map(() => lat)),
        'degrees_north',
      ),
      lon: plane(
        LATS.flatMap(() => LNGS),
        'degrees_east',
      ),
    },
  };
}

interface Advice {
  name: string;
  /** Tools that the line, or the making of the file, needs. */
  tools: string[];
  /** The refused file, in.nc by default, and what it holds. */
  file?: string;
  content: Buffer | string | ((path: string) => void);
  unit?: FileUnit;
  /** The file that the line leaves, and what is known of a pixel in it: band, longitude, latitude, value. */
  out?: string;
  right?: { band?: number; at?: [lng: number, lat: number]; value: number } | undefined;
  crs?: string;
}

const RIGHT = { band: 3, at: [13.25, 57.5] as [number, number], value: valueAt(2, 57.5, 13.25) };
const daily = Array.from({ length: 365 }, (_, day) => day);
const monthOf = (day: number) => new Date(Date.UTC(2001, 0, 1 + day)).getUTCMonth();

const NETCDF: Advice[] = [
  {
    name: 'two streams of ERA5',
    tools: ['ncwa'],
    content: netcdf({
      sizes: { time: 12, expver: 2, lat: 5, lon: 4 },
      dimensions: ['time', 'expver', 'lat', 'lon'],
      attributes: { _FillValue: 9.969209968386869e36 },
      others: { expver: { dimensions: ['expver'], attributes: {}, values: [1, 5] } },
      values: MONTHS.flatMap((month) => {
        const none = field(0).map(() => 9.969209968386869e36);
        return month < 10 ? [...field(month - 1), ...none] : [...none, ...field(month - 1)];
      }),
    }),
  },
  {
    name: 'members of an ensemble',
    tools: ['ncwa'],
    content: netcdf({
      sizes: { number: 2, ...SIZES },
      dimensions: ['number', 'time', 'lat', 'lon'],
      others: { number: { dimensions: ['number'], attributes: {}, values: [0, 1] } },
      values: [...FIELDS.map((value) => value - 4), ...FIELDS.map((value) => value + 4)],
    }),
  },
  {
    name: 'twelve places along a dimension that says nothing',
    tools: ['ncrename'],
    content: netcdf({
      sizes: { k: 12, lat: 5, lon: 4 },
      dimensions: ['k', 'lat', 'lon'],
      time: null,
      others: { k: { dimensions: ['k'], attributes: {}, values: MONTHS.map((n) => 100 + n) } },
    }),
  },
  {
    name: 'such in NetCDF-4',
    tools: ['ncrename', 'nccopy'],
    content: (path) => {
      const file = {
        sizes: { k: 12, lat: 5, lon: 4 },
        dimensions: ['k', 'lat', 'lon'],
        time: null,
      };
      writeFileSync(`${path}.nc3`, netcdf(file));
      run('nccopy -k nc4 in.nc.nc3 in.nc', dirname(path));
    },
  },
  {
    name: 'a packing that only h5py has',
    tools: ['python3-h5py'],
    out: 'in.nc',
    content: (path) => copyFileSync(formatFixture('../netcdf-formats/lzf.nc'), path),
    right: { band: 12, at: [14, 55], value: 71 },
  },
  {
    name: 'longitude before latitude',
    tools: ['ncpdq'],
    content: netcdf({
      dimensions: ['time', 'lon', 'lat'],
      values: MONTHS.flatMap((month) =>
        LNGS.flatMap((lng) => LATS.map((lat) => valueAt(month - 1, lat, lng))),
      ),
    }),
  },
  {
    name: 'a rotated pole',
    tools: ['cdo'],
    content: netcdf(
      curved('rlat', 'rlon', {
        grid_mapping_name: 'rotated_latitude_longitude',
        grid_north_pole_latitude: '90',
        grid_north_pole_longitude: '0',
      }),
    ),
  },
  {
    name: 'curved latitudes',
    tools: ['cdo'],
    content: netcdf(curved('y', 'x', {})),
  },
  {
    name: 'steps that differ',
    tools: ['cdo'],
    content: netcdf({
      others: { lat: { ...LAT, values: [58, 57.75, 57.5, 57.2, 57] } },
    }),
  },
  {
    name: 'a time of no known unit',
    tools: ['cdo'],
    content: netcdf({
      time: { ...TIME, attributes: { units: 'fortnights', standard_name: 'time', axis: 'T' } },
    }),
  },
  {
    name: 'a calendar of no known name',
    tools: ['ncatted'],
    out: 'in.nc',
    content: netcdf({ time: { ...TIME, attributes: { ...TIME.attributes, calendar: 'mayan' } } }),
  },
  {
    name: 'axes that say nothing',
    tools: ['ncatted'],
    out: 'in.nc',
    content: netcdf({
      sizes: { time: 12, a: 5, b: 4 },
      dimensions: ['time', 'a', 'b'],
      others: {
        a: { ...LAT, dimensions: ['a'], attributes: {} },
        b: { ...LNG, dimensions: ['b'], attributes: {} },
      },
    }),
  },
  {
    name: 'joules on a square centimetre',
    tools: ['cdo'],
    unit: 'W/m2',
    content: netcdf({
      attributes: { units: 'J cm-2 d-1' },
      values: FIELDS.map((value) => value * 8.64),
    }),
  },
  {
    name: 'milliwatts on a square centimetre',
    tools: ['cdo'],
    unit: 'W/m2',
    content: netcdf({
      attributes: { units: 'mW cm-2' },
      values: FIELDS.map((value) => value / 10),
    }),
  },
  {
    name: 'a missing value in words',
    tools: ['ncatted'],
    out: 'in.nc',
    content: netcdf({ attributes: { missing_value: 'none' } }),
  },
  {
    name: 'a scale that is none',
    tools: ['ncatted'],
    out: 'in.nc',
    content: netcdf({ attributes: { scale_factor: 1e308 } }),
  },
  {
    name: 'the form CDF-5',
    tools: ['nccopy'],
    content: (path) => copyFileSync(formatFixture('../netcdf-formats/cdf5.nc'), path),
    right: undefined,
  },
  {
    name: 'GRIB',
    tools: ['cdo'],
    file: 'in.grib',
    out: 'out.nc',
    content: (path) => {
      writeFileSync(`${path}.nc`, netcdf({}));
      run(`cdo -f grb -copy ${path}.nc ${path}`, dirname(path));
    },
    right: undefined,
  },
];

/** A text grid of two pixels, and the first of them. */
const GRID = 'ncols 2\nnrows 1\nxllcorner 13\nyllcorner 56\ncellsize 1\n5 6\n';
const FIRST = { at: [13.5, 56.5] as [number, number], value: 5 };

const TIFFS: Advice[] = [
  ...[
    'lerc-nan.tif',
    'lzma.tif',
    'predictor2-float64.tif',
    'int64.tif',
    'nbits-12.tif',
    'alpha.tif',
    'sheared.tif',
  ].map(
    (fixture): Advice => ({
      name: fixture,
      tools: ['gdal_translate', 'gdalwarp'],
      file: 'in.tif',
      content: (path) => copyFileSync(formatFixture(fixture), path),
      crs: 'EPSG:4326',
    }),
  ),
  {
    name: 'a mask beside the file',
    tools: ['gdalwarp'],
    file: 'in.tif',
    content: (path) => {
      copyFileSync(formatFixture('mask-side.tif'), path);
      copyFileSync(formatFixture('mask-side.tif.msk'), `${path}.msk`);
    },
  },
  {
    name: 'nodata beside the file',
    tools: ['gdal_translate'],
    file: 'in.tif',
    content: (path) => {
      copyFileSync(formatFixture('nodata-side.tif'), path);
      copyFileSync(formatFixture('nodata-side.tif.aux.xml'), `${path}.aux.xml`);
    },
  },
  {
    name: 'pages',
    tools: ['gdal_translate'],
    file: 'in.tif',
    out: 'out_2.tif',
    content: (path) => {
      const page = '-q -co APPEND_SUBDATASET=YES';
      run(
        `gdal_translate -q ${formatFixture('strips-float32.tif')} ${path}; gdal_translate ${page} ${formatFixture('strips-float32.tif')} ${path}`,
        dirname(path),
      );
    },
    right: { at: [14.05, 59.55], value: 261.25 },
  },
  {
    name: 'gzip under another name',
    tools: ['gunzip'],
    file: 'in.asc',
    out: 'in.asc',
    content: gzipSync(GRID),
    right: FIRST,
  },
  {
    name: 'a tar archive',
    tools: ['tar'],
    file: 'in.tar',
    out: 'a.asc',
    content: (path) => {
      writeFileSync(join(dirname(path), 'a.asc'), GRID);
      run('tar -cf in.tar a.asc && rm a.asc', dirname(path));
    },
    right: FIRST,
  },
  {
    name: 'text before the header',
    tools: ['sed'],
    file: 'in.asc',
    out: 'out.asc',
    content: `Datensatz: x\n ${GRID.replace('ncols', 'NCOLS')}`,
    right: FIRST,
  },
  {
    name: 'UTF-16',
    tools: ['iconv'],
    file: 'in.asc',
    out: 'out.asc',
    content: Buffer.from(`\ufeff${GRID}`, 'utf16le'),
    right: FIRST,
  },
];

function run(command: string, cwd: string): void {
  const { status, stderr } = spawnSync('bash', ['-c', command], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${command}: ${stderr}`);
}

/** The message of what is refused. */
const refusalOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => assert.fail('was not refused'),
    ({ message }: Error) => message,
  );

const skipWithout = (...tools: string[]) => {
  const missing = tools.filter((tool) => !has(tool));
  return missing.length > 0 && `${missing.join(', ')} is not installed`;
};

function newFolder(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  return folder;
}

/** The first line that a message gives, without what is explained behind it. */
function lineOf(message: string): string {
  const line = /with: (.*)$/s.exec(message)?.[1] ?? assert.fail(message);
  return line.split(/, and name| \(|, or |\. [A-Z]|\.$/)[0];
}

async function open(ref: RasterRef, unit: FileUnit | undefined) {
  const raster = await openRaster(ref);
  try {
    if (unit) checkUnit(unit, raster.stated?.units, raster.stated?.variable, raster.name);
    await raster.readWindow({ col: 0, row: 0, cols: 1, rows: 1 });
    return raster;
  } catch (error) {
    await raster.close();
    throw error;
  }
}

const ADVICE = [...NETCDF.map((one) => ({ right: RIGHT, ...one })), ...TIFFS];
for (const { name, tools, file = 'in.nc', content, unit, out, right, crs } of ADVICE) {
  const skip = skipWithout(...tools);
  test(`what the refusal of ${name} says to do makes it readable`, { skip }, async () => {
    const folder = newFolder(name.replaceAll(' ', '-'));
    const path = join(folder, file);
    if (typeof content === 'function') content(path);
    else writeFileSync(path, content);
    const options = crs ? { crs } : {};
    run(lineOf(await refusalOf(open({ path, ...options }, unit))), folder);
    const made = join(folder, out ?? file.replace('in.', 'out.'));
    const raster = await open({ path: made, band: right?.band ?? 1, ...options }, unit);
    if (right) {
      const [lng, lat] = right.at ?? assert.fail();
      const col = Math.floor((lng - raster.xEdge) / raster.xStep + 1e-6);
      const row = Math.floor((lat - raster.yEdge) / raster.yStep + 1e-6);
      const [value] = await raster.readWindow({ col, row, cols: 1, rows: 1 });
      assert.ok(Math.abs(value / right.value - 1) < 2e-3, `${value}, expected ${right.value}`);
    }
    await raster.close();
  });
}

test('daily values become months by the line of their refusal', {
  skip: skipWithout('cdo'),
}, async () => {
  const folder = newFolder('daily');
  const values = daily.flatMap((day) => field(monthOf(day)));
  const time = { ...TIME, values: daily.map((day) => day + 0.5) };
  writeFileSync(join(folder, 'in.nc'), netcdf({ sizes: { ...SIZES, time: 365 }, values, time }));
  run(lineOf(await refusalOf(monthlyRasters(folder, { files: 'in.nc' }))), folder);
  const refs = await monthlyRasters(folder, { files: 'out.nc' });
  assert.deepEqual(
    refs.map(({ date }) => date?.month),
    MONTHS,
  );
});

test('dates a month late are shifted by the line of their refusal', {
  skip: skipWithout('cdo'),
}, async () => {
  const folder = newFolder('late');
  const time = { ...TIME, values: [31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365] };
  writeFileSync(join(folder, 'in.nc'), netcdf({ time }));
  const files = (name: string) => ({ files: name, years: [2001, 2001] });
  run(lineOf(await refusalOf(monthlyRasters(folder, files('in.nc')))), folder);
  const refs = await monthlyRasters(folder, files('out.nc'));
  assert.deepEqual(
    refs.map(({ date, band }) => [date.month, band]),
    MONTHS.map((month) => [month, month]),
  );
});

test('a range that is meant in the values is left out by the line of its refusal', {
  skip: skipWithout('ncatted'),
}, async () => {
  const folder = newFolder('range');
  writeFileSync(join(folder, 'in.nc'), netcdf({ attributes: { valid_max: 10, scale_factor: 10 } }));
  run('ncatted -a valid_min,,d,, -a valid_max,,d,, -a valid_range,,d,, in.nc out.nc', folder);
  const file = await openRasterFile({ path: join(folder, 'out.nc') });
  const [value] = await file.rasterOf(0).readWindow({ col: 0, row: 0, cols: 1, rows: 1 });
  await file.close();
  assert.equal(value, 10 * valueAt(0, 58, 13));
});
