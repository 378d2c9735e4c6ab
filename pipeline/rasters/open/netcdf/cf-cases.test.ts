/** Files as programs write them, by what is right or what the refusal has to say. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../files/folder.test-kit.ts';
import { pixelsOf } from '../../xyz-truth.test-kit.ts';
import { decodeStored, encodingOf } from './cf-values.ts';
import { axis, classicFile, type WrittenVariable } from './classic-write.test-kit.ts';
import { openNetcdfFields } from './netcdf.ts';
import type { NetcdfVariable } from './netcdf-variable.ts';

const folder = testFolder();
let files = 0;

const DEGREES = {
  ...axis('lat', [57, 56, 55], { units: 'degrees_north' }),
  ...axis('lon', [13, 14], { units: 'degrees_east' }),
};

interface Case {
  sizes?: Record<string, number>;
  variables?: Record<string, WrittenVariable>;
  attributes?: Record<string, string>;
  dimensions?: string[];
  /** Null opens the file without a name. */
  variable?: string | null;
}

/** Opens a file of "SIS". Along time, lat and lon unless the case has others. */
async function open({
  sizes,
  variables,
  attributes = {},
  dimensions = ['time', 'lat', 'lon'],
  variable = 'SIS',
}: Case) {
  const all = sizes ?? { time: 12, lat: 3, lon: 2 };
  const count = dimensions.reduce((n, dimension) => n * all[dimension], 1);
  const path = join(folder, `${files++}.nc`);
  const values = Array.from({ length: count }, (_, i) => i);
  const sis = { dimensions, attributes: { units: 'W m-2', ...attributes }, values };
  writeFileSync(path, classicFile(all, { ...('lat' in all && DEGREES), ...variables, SIS: sis }));
  const fields = await openNetcdfFields(path, 'x.nc', variable === null ? {} : { variable });
  await fields.close();
  return {
    rasterOf: fields.rasterOf,
    months: fields.months?.map(({ year, month }) => [year, month]),
    raster: fields.rasterOf(0),
  };
}

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);
const SINCE = { units: 'months since 1991-01-01' };
/** The months of a year, 0 for those of none. */
const monthsOf = (year: number) => MONTHS.map((month) => [year, month]);

test('bounds of a month decide the month, those of thirty years do not', async () => {
  const middles = MONTHS.map((month) => month - 0.5);
  const monthly = MONTHS.flatMap((month) => [month - 1, month]);
  const thirtyYears = monthly.map((at, i) => at + 348 * (i % 2));
  for (const [times, attribute, values] of [
    [MONTHS, 'bounds', monthly],
    [middles, 'bounds', thirtyYears],
    [middles, 'climatology', thirtyYears],
  ] as const) {
    const { months } = await open({
      sizes: { time: 12, lat: 3, lon: 2, nv: 2 },
      variables: {
        ...axis('time', times, { ...SINCE, [attribute]: 'bnds' }),
        bnds: { dimensions: ['time', 'nv'], attributes: {}, values },
      },
    });
    assert.deepEqual(months, monthsOf(1991), attribute);
  }
});

test('a dimension of month numbers is the year, whatever their order', async () => {
  const numbers = [10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const file = { sizes: { month: 12, lat: 3, lon: 2 }, dimensions: ['month', 'lat', 'lon'] };
  const { months } = await open({ ...file, variables: axis('month', numbers) });
  assert.deepEqual(
    months,
    numbers.map((month) => [0, month]),
  );
  assert.equal((await open(file)).months, undefined);
});

const UTM = { grid_mapping_name: 'transverse_mercator', proj4: '+proj=utm +zone=33 +units=m' };
const projected = (mapping: Record<string, string>, units: string): Case => ({
  sizes: { time: 1, y: 3, x: 2 },
  dimensions: ['time', 'y', 'x'],
  attributes: { grid_mapping: 'crs: x y' },
  variables: {
    ...axis('y', [3, 2, 1], { units, standard_name: 'projection_y_coordinate' }),
    ...axis('x', [4, 6], { units, standard_name: 'projection_x_coordinate' }),
    crs: { dimensions: [], attributes: mapping, values: [0] },
  },
});

test('axes in kilometres count a thousand metres, but where the coordinate system has kilometres itself', async () => {
  const { raster } = await open(projected(UTM, 'km'));
  assert.deepEqual(
    [raster.xEdge, raster.xStep, raster.yEdge, raster.yStep],
    [3000, 2000, 3500, -1000],
  );
  const metres = await open(projected(UTM, 'm'));
  assert.deepEqual([metres.raster.xEdge, metres.raster.xStep], [3, 2]);
  const inKm = { grid_mapping_name: 'unknown', proj4: '+proj=utm +zone=33 +units=km' };
  assert.equal((await open(projected(inKm, 'km'))).raster.xStep, 2);
});

test('a grid mapping without WKT or proj4 text is refused, with the field that takes one', async () => {
  const mapping = { grid_mapping_name: 'lambert_azimuthal_equal_area', false_easting: '4321000' };
  await assert.rejects(open(projected(mapping, 'm')), /no WKT or proj4 text.*"crs"/);
  assert.equal((await open(projected(UTM, 'm'))).raster.crs, UTM.proj4);
});

test('a GeoTIFF by rioxarray: bands are layers, x and y say nothing, spatial_ref is not named', async () => {
  const WKT =
    'PROJCRS["x",BASEGEOGCRS["x",DATUM["x",ELLIPSOID["GRS 1980",6378137,298.257222101]]],CONVERSION["x",METHOD["Transverse Mercator"],PARAMETER["Longitude of natural origin",15],PARAMETER["False easting",500000]],CS[Cartesian,2],AXIS["x",east],UNIT["metre",1]]';
  const file: Case = {
    sizes: { band: 12, y: 3, x: 2 },
    dimensions: ['band', 'y', 'x'],
    variables: {
      ...axis('band', MONTHS),
      ...axis('y', [30, 20, 10]),
      ...axis('x', [500, 510]),
      spatial_ref: { dimensions: [], attributes: { crs_wkt: WKT }, values: [0] },
    },
  };
  const { raster, months } = await open(file);
  assert.deepEqual([raster.xEdge, raster.yEdge, raster.crs, raster.bands], [495, 35, WKT, 12]);
  assert.equal(months, undefined);
  const { band: _, y: __, x: ___, ...rest } = file.variables ?? {};
  const placed = { ...rest.spatial_ref.attributes, GeoTransform: '495 10 0 35 0 -10' };
  const variables = { spatial_ref: { ...rest.spatial_ref, attributes: placed } };
  const bare = await open({ ...file, variables, attributes: { grid_mapping: 'spatial_ref' } });
  assert.deepEqual([bare.raster.xEdge, bare.raster.yEdge, bare.raster.xStep], [495, 35, 10]);
});

test('x and y of a grid mapping in degrees are longitudes and latitudes', async () => {
  const { raster } = await open(projected({ grid_mapping_name: 'latitude_longitude' }, 'degrees'));
  assert.equal(raster.crs, 'EPSG:4326');
});

test('the coordinate system is read from the attributes of several programs', async () => {
  const proj4 = '+proj=utm +zone=33 +R=6.371e+06';
  for (const name of ['spatial_ref', 'proj4_params', 'proj4_string', 'esri_pe_string'])
    assert.equal((await open(projected({ [name]: proj4 }, 'm'))).raster.crs, proj4);
  for (const epsg_code of ['EPSG:32633', '32633'])
    assert.equal((await open(projected({ epsg_code }, 'm'))).raster.crs, 'EPSG:32633');
});

/** A file of a variable for each month, with its number in its pixels, and a thirteenth where it has a name. */
async function openTwelve(nameOf: (month: number) => string, longName: string, extra?: string) {
  const variable = (month: number): WrittenVariable => ({
    dimensions: ['lat', 'lon'],
    attributes: { long_name: longName && `${longName} ${month}` },
    values: Array(6).fill(month),
  });
  const months = Object.fromEntries(MONTHS.map((month) => [nameOf(month), variable(month)]));
  const all = { ...DEGREES, ...months, ...(extra && { [extra]: variable(13) }) };
  const path = join(folder, `${files++}.nc`);
  writeFileSync(path, classicFile({ lat: 3, lon: 2 }, all));
  return openNetcdfFields(path, 'x.nc', {});
}

test('Band1 to Band12 of gdal_translate are the months, and so are names of them in any order', async () => {
  const bands = await openTwelve((month) => `Band${month}`, 'GDAL Band Number');
  assert.deepEqual(
    bands.months,
    MONTHS.map((month) => ({ month })),
  );
  assert.equal((await pixelsOf(bands.rasterOf(8)))[0], 9);
  const words = 'oct nov dec jan feb mar apr may jun jul aug sep'.split(' ');
  const water = await openTwelve((month) => `srad_${words[month - 1]}`, '');
  assert.deepEqual(water.months?.[0], { month: 10 });
  await assert.rejects(
    openTwelve((month) => `Band${month + 1}`, '', 'x'),
    /has 13 variables on a grid\. Put "variable"/,
  );
});

test('axes and times that are packed are unpacked', async () => {
  const packed = (units: string, scale_factor: number, add_offset: number) => {
    return { units, scale_factor, add_offset };
  };
  const zeroOn = MONTHS.map((month) => month - 1);
  const { raster, months } = await open({
    variables: {
      ...axis('lat', [2, 1, 0], packed('degrees_north', 0.125, 55)),
      ...axis('lon', [0, 1], packed('degrees_east', 0.125, 13)),
      ...axis('time', zeroOn, packed('days since 2005-01-10', 30.4, 0)),
    },
  });
  assert.deepEqual([raster.xEdge, raster.yEdge, raster.xStep], [12.9375, 55.3125, 0.125]);
  assert.deepEqual(months, monthsOf(2005));
});

test('months of climatologies: by units, by their middles, by R without units', async () => {
  for (const [dimension, values, units] of [
    ['ctime', MONTHS, 'months'],
    ['ctime', MONTHS.map((m) => m - 0.5), 'month'],
    ['time', MONTHS, 'unknown'],
    ['k', MONTHS, 'month of the year'],
    ['month_of_year', MONTHS.map((m) => m - 1), ''],
  ] as const) {
    const { months } = await open({
      sizes: { [dimension]: 12, lat: 3, lon: 2 },
      dimensions: [dimension, 'lat', 'lon'],
      variables: axis(dimension, values, { units }),
    });
    assert.deepEqual(months, monthsOf(0), `${dimension} ${units}`);
  }
});

/** Times that say their months. */
const TIME = axis('time', MONTHS, SINCE);

const REFUSED: [name: string, file: Case, message: RegExp][] = [
  [
    'a rotated pole, by its axes',
    {
      sizes: { time: 1, rlat: 3, rlon: 2 },
      dimensions: ['time', 'rlat', 'rlon'],
      variables: { ...axis('rlat', [2, 1, 0]), ...axis('rlon', [3, 4]) },
    },
    /rotated pole \(rlat, rlon\).*cdo remapbil,r1440x720 in\.nc out\.nc/,
  ],
  [
    'a rotated pole, by its grid mapping',
    projected({ grid_mapping_name: 'rotated_latitude_longitude' }, 'degrees'),
    /rotated pole.*remapbil/,
  ],
  [
    'longitudes first',
    { dimensions: ['time', 'lon', 'lat'] },
    /dimensions \(time, lon, lat\).*ncpdq -a time,lat,lon in\.nc out\.nc/,
  ],
  [
    'times last',
    { dimensions: ['lat', 'lon', 'time'], variables: TIME },
    /ncpdq -a time,lat,lon in\.nc out\.nc/,
  ],
  [
    'two streams of ERA5',
    {
      sizes: { time: 12, expver: 2, lat: 3, lon: 2 },
      dimensions: ['time', 'expver', 'lat', 'lon'],
      variables: TIME,
    },
    /2 places along "expver".*ncwa -a expver in\.nc out\.nc/,
  ],
  [
    'members of an ensemble',
    {
      sizes: { number: 5, time: 12, lat: 3, lon: 2 },
      dimensions: ['number', 'time', 'lat', 'lon'],
      variables: TIME,
    },
    /5 places along "number".*ncwa -a number in\.nc out\.nc, or the first of them with: ncwa -a number -d number,0/,
  ],
  [
    'twelve places along an unknown dimension',
    { sizes: { k: 12, lat: 3, lon: 2 }, dimensions: ['k', 'lat', 'lon'] },
    /12 places along "k", expected one, or months\..*ncrename -d k,month -v \.k,place in\.nc out\.nc$/,
  ],
  [
    'twelve places next to a single time',
    { sizes: { time: 1, k: 12, lat: 3, lon: 2 }, dimensions: ['time', 'k', 'lat', 'lon'] },
    /12 places along "k", expected one, or months/,
  ],
  [
    'years of months',
    { sizes: { year: 5, month: 12, lat: 3, lon: 2 }, dimensions: ['year', 'month', 'lat', 'lon'] },
    /5 places along "year".*ncwa -a year in\.nc out\.nc/,
  ],
  [
    'twelve members',
    { sizes: { member: 12, lat: 3, lon: 2 }, dimensions: ['member', 'lat', 'lon'] },
    /12 places along "member", expected one\. .*ncwa -a member/,
  ],
  ['a scale that is none', { attributes: { scale_factor: '1e308' } }, /scale_factor 1e\+308/],
  [
    'a scale of text',
    { attributes: { scale_factor: 'ten' } },
    /attribute scale_factor of "SIS" is "ten"/,
  ],
];

for (const [name, file, message] of REFUSED) {
  test(`${name}: refused with what helps`, async () => {
    await assert.rejects(open(file), (error: Error) => {
      assert.match(error.message, /^x\.nc: /);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('a range of valid numbers counts without sign where the numbers do, and says what it hid', () => {
  const attributes = { _Unsigned: 'true', _FillValue: [-1], valid_range: [0, -2] };
  const variable: NetcdfVariable = {
    name: 'SIS',
    dimensions: [],
    shape: [],
    type: 'int8',
    chunks: null,
    attributes,
  };
  const values = new Float64Array(4);
  assert.equal(decodeStored([0, 127, -2, -1], encodingOf(variable, 'x.nc'), values), 0);
  assert.deepEqual([...values], [0, 127, 254, Number.NaN]);
  const packed = { _FillValue: [-999], scale_factor: [0.1], valid_max: [1000] };
  const short = encodingOf({ ...variable, type: 'int16', attributes: packed }, 'x.nc');
  assert.equal(decodeStored([1000, 1001, -999, 20], short, values), 1);
  assert.deepEqual([...values], [100, Number.NaN, Number.NaN, 2]);
  assert.equal(short.range, 'valid_max 1000');
});

test('dimensions of more places than a file holds are refused by name, at once', async () => {
  for (const [lat, message] of [
    [2 ** 31 - 4, /^Error: x\.nc: its dimension "lat" has 2147483644 places/],
    [900_000, /^Error: x\.nc: ends before its numbers do: "lat" has 900000 of them/],
  ] as const) {
    const path = join(folder, `${files++}.nc`);
    const sis = { dimensions: ['lat', 'lon'], attributes: {}, values: [1] };
    writeFileSync(path, classicFile({ lat, lon: 2 }, { ...DEGREES, SIS: sis }));
    await assert.rejects(openNetcdfFields(path, 'x.nc', {}), message);
  }
});
