/** Files as programs write them, by what is right or what the refusal has to say. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../files/folder.test-kit.ts';
import { decodeStored, encodingOf } from './cf-values.ts';
import { classicFile, type WrittenVariable } from './classic-write.test-kit.ts';
import { openNetcdfFields } from './netcdf.ts';

const folder = testFolder();
let files = 0;

const LATS: WrittenVariable = {
  dimensions: ['lat'],
  attributes: { units: 'degrees_north' },
  values: [57, 56, 55],
};
const LNGS: WrittenVariable = {
  dimensions: ['lon'],
  attributes: { units: 'degrees_east' },
  values: [13, 14],
};

interface Case {
  sizes?: Record<string, number>;
  variables?: Record<string, WrittenVariable>;
  attributes?: Record<string, string>;
  dimensions?: string[];
}

/** Opens a file of "SIS". Along time, lat and lon unless the case has others. */
async function open({
  sizes,
  variables,
  attributes = {},
  dimensions = ['time', 'lat', 'lon'],
}: Case) {
  const all = sizes ?? { time: 12, lat: 3, lon: 2 };
  const count = dimensions.reduce((n, dimension) => n * all[dimension], 1);
  const path = join(folder, `${files++}.nc`);
  const values = Array.from({ length: count }, (_, i) => i);
  const sis = { dimensions, attributes: { units: 'W m-2', ...attributes }, values };
  writeFileSync(
    path,
    classicFile(all, { ...('lat' in all && { lat: LATS, lon: LNGS }), ...variables, SIS: sis }),
  );
  const fields = await openNetcdfFields(path, 'x.nc', { variable: 'SIS' });
  await fields.close();
  return {
    months: fields.months?.map(({ year, month }) => [year, month]),
    raster: fields.rasterOf(0),
  };
}

const time = (values: number[], attributes: Record<string, string>): WrittenVariable => ({
  dimensions: ['time'],
  attributes,
  values,
});
const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);
const SINCE = { units: 'months since 1991-01-01' };

test('bounds of a month decide the month, those of thirty years do not', async () => {
  const monthly = MONTHS.flatMap((month) => [month - 1, month]);
  const ofTheMonth = await open({
    sizes: { time: 12, lat: 3, lon: 2, nv: 2 },
    variables: {
      time: time(MONTHS, { ...SINCE, bounds: 'bnds' }),
      bnds: { dimensions: ['time', 'nv'], attributes: {}, values: monthly },
    },
  });
  assert.deepEqual(
    ofTheMonth.months,
    MONTHS.map((month) => [1991, month]),
  );
  for (const attribute of ['bounds', 'climatology']) {
    const thirtyYears = await open({
      sizes: { time: 12, lat: 3, lon: 2, nv: 2 },
      variables: {
        time: time(
          MONTHS.map((month) => month - 0.5),
          { ...SINCE, [attribute]: 'bnds' },
        ),
        bnds: {
          dimensions: ['time', 'nv'],
          attributes: {},
          values: monthly.map((at, i) => at + 348 * (i % 2)),
        },
      },
    });
    assert.deepEqual(
      thirtyYears.months,
      MONTHS.map((month) => [1991, month]),
    );
  }
});

test('a dimension of month numbers is the year, whatever their order', async () => {
  const numbers = [10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const { months } = await open({
    sizes: { month: 12, lat: 3, lon: 2 },
    dimensions: ['month', 'lat', 'lon'],
    variables: { month: { dimensions: ['month'], attributes: {}, values: numbers } },
  });
  assert.deepEqual(
    months,
    numbers.map((month) => [0, month]),
  );
  const bare = await open({
    sizes: { month: 12, lat: 3, lon: 2 },
    dimensions: ['month', 'lat', 'lon'],
  });
  assert.equal(bare.months, undefined);
});

const KM = { units: 'km', standard_name: 'projection_x_coordinate' };
const UTM = { grid_mapping_name: 'transverse_mercator', proj4: '+proj=utm +zone=33 +units=m' };
const projected = (mapping: Record<string, string>, units: string): Case => ({
  sizes: { time: 1, y: 3, x: 2 },
  dimensions: ['time', 'y', 'x'],
  attributes: { grid_mapping: 'crs: x y' },
  variables: {
    y: {
      dimensions: ['y'],
      attributes: { units, standard_name: 'projection_y_coordinate' },
      values: [3, 2, 1],
    },
    x: { dimensions: ['x'], attributes: { ...KM, units }, values: [4, 6] },
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

const REFUSED: [name: string, file: Case, message: RegExp][] = [
  [
    'a rotated pole, by its axes',
    {
      sizes: { time: 1, rlat: 3, rlon: 2 },
      dimensions: ['time', 'rlat', 'rlon'],
      variables: {
        rlat: { ...LATS, dimensions: ['rlat'] },
        rlon: { ...LNGS, dimensions: ['rlon'] },
      },
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
    { dimensions: ['lat', 'lon', 'time'], variables: { time: time(MONTHS, SINCE) } },
    /ncpdq -a time,lat,lon in\.nc out\.nc/,
  ],
  [
    'two streams of ERA5',
    {
      sizes: { time: 12, expver: 2, lat: 3, lon: 2 },
      dimensions: ['time', 'expver', 'lat', 'lon'],
      variables: { time: time(MONTHS, SINCE) },
    },
    /2 places along "expver".*ncwa -a expver in\.nc out\.nc/,
  ],
  [
    'members of an ensemble',
    {
      sizes: { number: 5, time: 12, lat: 3, lon: 2 },
      dimensions: ['number', 'time', 'lat', 'lon'],
      variables: { time: time(MONTHS, SINCE) },
    },
    /5 places along "number".*ncwa -a number in\.nc out\.nc, or the first of them with: ncwa -a number -d number,0/,
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
  const variable = {
    name: 'SIS',
    dimensions: [],
    shape: [],
    type: 'int8',
    chunks: null,
    attributes,
  } as const;
  const encoding = encodingOf({ ...variable, dimensions: [], shape: [] }, 'x.nc');
  const values = new Float64Array(4);
  decodeStored([0, 127, -2, -1], encoding, values);
  assert.deepEqual([...values], [0, 127, 254, Number.NaN]);
  assert.equal(encoding.range.hidden, 0);
  const packed = { _FillValue: [-999], scale_factor: [0.1], valid_max: [1000] };
  const short = encodingOf(
    { ...variable, dimensions: [], shape: [], type: 'int16', attributes: packed },
    'x.nc',
  );
  decodeStored([1000, 1001, -999, 20], short, values);
  assert.deepEqual([...values], [100, Number.NaN, Number.NaN, 2]);
  assert.deepEqual(short.range, { attributes: 'valid_max 1000', hidden: 1 });
});

test('dimensions of more places than a file holds are refused by name, at once', async () => {
  for (const [lat, message] of [
    [2 ** 31 - 4, /^Error: x\.nc: its dimension "lat" has 2147483644 places/],
    [900_000, /^Error: x\.nc: ends before its numbers do: "lat" has 900000 of them/],
  ] as const) {
    const path = join(folder, `${files++}.nc`);
    const sis = { dimensions: ['lat', 'lon'], attributes: {}, values: [1] };
    writeFileSync(path, classicFile({ lat, lon: 2 }, { lat: LATS, lon: LNGS, SIS: sis }));
    await assert.rejects(openNetcdfFields(path, 'x.nc', {}), message);
  }
});
