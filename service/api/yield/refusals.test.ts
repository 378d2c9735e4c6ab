/** Every fault that a lookup, a matrix call, a batch or a series may have, with the field that is named and the words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestError } from '#engine/refusal.ts';
import { parseBatch } from '#engine/yield/batch.ts';
import { parseBatchItem, parseSeries } from '#engine/yield/parse.ts';
import { parseLookupQuery, parseMatrixQuery } from './query.ts';

type Query = Record<string, string | string[]>;
type Fault = [value: unknown, field: string, message: RegExp];

const QUERY: Query = { lat: '59.13', lng: '15.29', tilt: '40', azimuth: '180' };
const PLACE: Query = { lat: '59.13', lng: '15.29' };
const ITEM = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };
const FACE = { tilt: 27, azimuth: 100, kwp: 5 };
const ROOF = { lat: 59.13, lng: 15.29, faces: [FACE] };

function refusal(read: () => unknown, code = 'invalid_parameter'): RequestError {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof RequestError, String(error));
    assert.equal(error.code, code, error.message);
    return error;
  }
  assert.fail(`accepted by ${read}`);
}

function assertRefused(read: () => unknown, field: string | undefined, message = /./): void {
  const error = refusal(read);
  assert.equal(error.field, field, error.message);
  assert.match(error.message, message);
}

const refusesQuery = (changes: Query, field: string, message?: RegExp) =>
  assertRefused(() => parseLookupQuery({ ...QUERY, ...changes }), field, message);
const refusesSeries = (changes: object, field: string | undefined, message?: RegExp) =>
  assertRefused(() => parseSeries({ ...ROOF, ...changes }), field, message);
const refusesFace = (changes: object, field: string, message?: RegExp) =>
  refusesSeries({ faces: [FACE, { ...FACE, ...changes }] }, `faces[1].${field}`, message);

function refusesItem(item: unknown, field: string | undefined, message = /./): void {
  const [result] = parseBatch({ items: [item] });
  assert.ok('error' in result, `accepted: ${JSON.stringify(item)}`);
  assert.equal(result.error.field, field, result.error.message);
  assert.match(result.error.message, message);
}

function omit(from: object, name: string): object {
  return Object.fromEntries(Object.entries(from).filter(([given]) => given !== name));
}

/** Values that are just outside. */
const OUTSIDE = {
  lat: [-90.1, 90.1],
  lng: [-180.1, 180.1],
  tilt: [-0.1, 90.1],
  azimuth: [-0.1, 360.1],
  kwp: [-0.1, 10_000.1],
  system_loss: [-0.01, 0.61],
  shading: [-0.1, 1.1],
};
const OF_FACES = ['tilt', 'azimuth', 'kwp', 'system_loss', 'shading'];

test('a value outside its bounds is named, with what was found and what was expected', () => {
  for (const [name, values] of Object.entries(OUTSIDE)) {
    for (const value of values) {
      const message = new RegExp(`is ${value}, expected a number from -?[0-9.]+ to [0-9.]+`);
      refusesQuery({ [name]: String(value) }, name, message);
      refusesItem({ ...ITEM, [name]: value }, name, message);
      if (OF_FACES.includes(name)) refusesFace({ [name]: value }, name, message);
      else refusesSeries({ [name]: value }, name, message);
    }
  }
  assertRefused(() => parseMatrixQuery({ ...PLACE, shading: '2' }), 'shading');
});

test('the bounds themselves are allowed', () => {
  const lower = { tilt: '0', azimuth: '0', kwp: '0', system_loss: '0', shading: '0' };
  const upper = { tilt: '90', azimuth: '360', kwp: '10000', system_loss: '0.6', shading: '1' };
  for (const changes of [lower, upper]) assert.ok(parseLookupQuery({ ...QUERY, ...changes }));
});

test('what is missing is named', () => {
  const message = /is missing, expected a number/;
  for (const name of ['lat', 'lng', 'tilt', 'azimuth']) {
    assertRefused(() => parseLookupQuery({ ...omit(QUERY, name) }), name, message);
    refusesItem(omit(ITEM, name), name, message);
  }
  for (const name of ['lat', 'lng']) {
    assertRefused(() => parseMatrixQuery({ ...omit(PLACE, name) }), name, message);
    assertRefused(() => parseSeries(omit(ROOF, name)), name, message);
  }
  for (const name of ['tilt', 'azimuth', 'kwp'])
    refusesSeries({ faces: [omit(FACE, name)] }, `faces[0].${name}`, message);
});

test('of several faults the first in the order of the fields is named', () => {
  assertRefused(() => parseLookupQuery({ lat: '59', tilt: '99', shading: '2' }), 'lng');
  assertRefused(() => parseLookupQuery({ lat: '59', lng: '15', tilt: '99' }), 'tilt');
  const steep = { ...FACE, tilt: 91 };
  const wrong = { form: 'x', inverter_kw: 0 };
  refusesSeries({ lat: 91, faces: [steep], ...wrong }, 'lat');
  refusesSeries({ faces: [FACE, steep], horizon_deg: [1], ...wrong }, 'faces[1].tilt');
  refusesSeries({ faces: [{ ...steep, kwp: -1, colour: 'red' }] }, 'faces[0].tilt');
  refusesSeries(wrong, 'form');
  refusesSeries({ inverter_kw: 0, extra: 1 }, 'inverter_kw');
});

test('numbers of a query are written as JSON writes them, blanks around allowed', () => {
  const plain = parseLookupQuery(QUERY);
  const same = { tilt: '4e1', azimuth: '1.8E+2', lat: ' 59.13 ' };
  assert.deepEqual(parseLookupQuery({ ...QUERY, ...same }), plain);
  const wrong = ['', ' ', 'NaN', 'Infinity', '1e999', '0x10', '.5', '5.', '040', 'forty', 'null'];
  for (const tilt of wrong) refusesQuery({ tilt }, 'tilt');
});

const PVGIS_ASPECT = "South is 180 here: PVGIS' aspect is azimuth - 180.";

const QUERY_HINTS: [name: string, given: string | string[], message: string][] = [
  ['lat', '59,13', 'is "59,13", expected a number from -90 to 90 with a decimal point: 59.13.'],
  ['kwp', '-7,5', 'is "-7,5", expected a number from 0 to 10000 with a decimal point: -7.5.'],
  ['kwp', '1,000.5', 'is "1,000.5", expected a number from 0 to 10000.'],
  ['lat', '+59.13', 'is "+59.13", expected a number from -90 to 90 without a plus sign: 59.13.'],
  ['azimuth', '-90', `is -90, expected a number from 0 to 360. ${PVGIS_ASPECT}`],
  ['azimuth', '361', 'is 361, expected a number from 0 to 360.'],
  ['lat', ['59', '59'], 'is given twice, expected it once.'],
  ['lng', ['1', '2', '3'], 'is given 3 times, expected it once.'],
];

test('decimal comma, plus sign, negative azimuth and repeated parameters have a hint', () => {
  for (const [name, given, message] of QUERY_HINTS) {
    const error = refusal(() => parseLookupQuery({ ...QUERY, [name]: given }));
    assert.deepEqual([error.field, error.message], [name, `"${name}" ${message}`]);
  }
});

/**
 * Names that are plainly meant as one of ours: other letters, slips (two edits, one in a name of up to four letters,
 * where two letters exchanged are one), forms that a query takes in HTML and in PHP, and names of PVGIS, PVWatts, pvlib,
 * Forecast.Solar, Open-Meteo and others.
 */
const NEAR_MISSES: Record<string, string> = {
  lat: 'latitude lats lattitude',
  lng: 'lon long longitude longtitude',
  tilt: 'slope angle Tilt tlit decilnation surface_tilt declination dec inclination',
  azimuth: 'aspect Azimuth azimut surface_azimuth az',
  kwp: `kWp KWP peakpower kw kwp1 amp;amp;kwp kwp[] kwp[0] system_capacity capacity installed_powr installed_power
    modules_power pdc0`,
  system_loss: `loss losses systemLoss system-loss system_los system_losses systemm_los sysetm_loss amp;system_loss
    amp;losses`,
  shading: 'Shading shadding shadig',
};
/** Texts that some messages have besides. */
const HINTS: Record<string, RegExp> = {
  loss: /, a fraction: 14 % is 0\.14/,
  losses: /, a fraction: 14 % is 0\.14/,
  aspect: /, counted from north: 0 = N, 90 = E.*PVGIS' aspect is azimuth - 180/,
  az: /, counted from north/,
  modules_power: /, in kW/,
  pdc0: /, in kW/,
};

test('near misses are refused with the right name, with and without it', () => {
  for (const [meant, names] of Object.entries(NEAR_MISSES))
    for (const given of names.split(/\s+/))
      for (const rest of [QUERY, omit(QUERY, meant)]) {
        const message = new RegExp(`"${meant}"${HINTS[given]?.source ?? ''}`);
        assertRefused(() => parseLookupQuery({ ...rest, [given]: '1' }), given, message);
      }
  const long = `l${'-'.repeat(5000)}at`;
  const { message, field } = refusal(() => parseLookupQuery({ ...QUERY, [long]: '1' }));
  assert.ok(message.length < 200 && Number(field?.length) <= 60);
});

const OF_A_SERIES = {
  horizon_deg: 'horizon_deg',
  userhorizon: 'userhorizon',
  'userhorizon[]': 'userhorizon',
  usehorizon: 'userhorizon',
  horizon: 'horizon_deg',
  horizons: 'horizon_deg',
  snow: 'snow_loss',
  snow_loss: 'snow_loss',
  snowLoss: 'snow_loss',
  snow_los: 'snow_loss',
};

test('parameters of a series are refused in other calls, which name the series', () => {
  for (const [given, meant] of Object.entries(OF_A_SERIES)) {
    const message = new RegExp(`POST /api/v1/pv-yield/series has "${meant}"`);
    assertRefused(() => parseLookupQuery({ ...QUERY, [given]: '1' }), given, message);
    assertRefused(() => parseMatrixQuery({ ...PLACE, [given]: '1' }), given, message);
  }
});

test('a matrix call has near misses of its own, and those of a lookup name the lookup', () => {
  const plain = parseMatrixQuery(PLACE);
  const near = ['lon', 'loss', 'losses', 'system_los', 'monts', 'Months', 'month', 'amp;months'];
  for (const name of near) assertRefused(() => parseMatrixQuery({ ...PLACE, [name]: '1' }), name);
  const ofLookup = {
    tilt: 'tilt',
    Tilt: 'tilt',
    slope: 'tilt',
    kwp: 'kwp',
    kwpp: 'kwp',
    aspect: 'azimuth',
  };
  for (const [given, meant] of Object.entries(ofLookup)) {
    const message = new RegExp(`: GET /api/v1/pv-yield has "${meant}". Leave it out`);
    assertRefused(() => parseMatrixQuery({ ...PLACE, [given]: '1' }), given, message);
  }
  for (const name of ['_', 'lang', 'callback'])
    assert.deepEqual(parseMatrixQuery({ ...PLACE, [name]: 'x' }), plain, name);
  for (const months of ['2', '-1', '0.5', 'true', 'all', ''])
    assertRefused(() => parseMatrixQuery({ ...PLACE, months }), 'months', /expected one of 0, 1\./);
});

/**
 * Parameters that change a yield in the documentation of PVGIS 5.3 (PVcalc and seriescalc), PVWatts V8 and Solcast (rooftop and
 * advanced PV power, TMY, sites), but for `lat`, `tilt` and `azimuth`, which have these names here. An asterisk is
 * before a name of which we have the parameter.
 */
const OF_SERVICES = {
  PVGIS: `*lon *usehorizon *userhorizon raddatabase *peakpower pvtechchoice mountingplace *loss fixed *angle *aspect
    optimalinclination optimalangles inclined_axis inclined_optimum inclinedaxisangle vertical_axis vertical_optimum
    verticalaxisangle twoaxis trackingtype startyear endyear`,
  PVWatts: `*lon *system_capacity module_type *losses array_type file_id dataset radius dc_ac_ratio gcr inv_eff bifaciality
    albedo use_wf_albedo soiling`,
  Solcast: `*latitude *longitude *capacity *capacity_dc install_date *loss_factor *terrain_shading array_type tracking_type
    grid_export_limit module_type ground_coverage_ratio derating_temp_module derating_age_system *derating_other_system
    inverter_peak_efficiency tracker_axis_azimuth tracker_max_rotation_angle tracker_back_tracking
    tracker_smart_tracking terrain_slope terrain_azimuth dust_soiling_average bifacial_system site_ground_albedo
    bifaciality_factor pvrow_height pvrow_width clearsky_zenith_coefficients cloudy_zenith_coefficients
    apply_availability apply_constraint apply_dust_soiling *apply_snow_soiling apply_tracker_inactive ghi_weight
    dni_weight probability`,
  others:
    '*capacity_kwp *capacityKw inverter_efficiency Albedo optimal-angles amp;albedo albedo[] tracking',
};

test('names that change a yield in PVGIS, PVWatts and Solcast are refused by lookup, matrix and batch', () => {
  for (const name of Object.values(OF_SERVICES).join(' ').split(/\s+/)) {
    const given = name.replace('*', '');
    const code = name === given ? 'not_supported' : 'invalid_parameter';
    for (const parse of [
      () => parseLookupQuery({ ...QUERY, [given]: '1' }),
      () => parseMatrixQuery({ ...PLACE, [given]: '1' }),
      () => parseBatchItem({ ...ITEM, [given]: 1 }),
    ]) {
      const error = refusal(parse, code);
      assert.equal(error.field, given);
      assert.match(error.message, /(expected "|has "|Leave it out)/, given);
    }
  }
});

/** Names of the services' output and money, of trackers, caches and keys, and those that differ by more from ours. */
const IGNORED = `outputformat browser pvprice systemcost interest lifetime pvcalculation components localtime timeframe
  callback period hours time_zone output_parameters resource_id utm_source utm_campaign gclid fbclid _ v cb lang api_key
  key format amp;lang LANG source now show title plate state scope log_level shelving azimuthal_x __proto__ colour`;

test('other names are ignored in a query', () => {
  const plain = parseLookupQuery(QUERY);
  for (const name of IGNORED.split(/\s+/))
    assert.deepEqual(parseLookupQuery({ ...QUERY, [name]: '1' }), plain, name);
});

test('a body that is no object has no field', () => {
  for (const body of [null, 5, 'x', true, [ITEM]]) {
    assertRefused(() => parseBatch(body), undefined, /expected an object/);
    assertRefused(() => parseSeries(body), undefined, /expected an object/);
    refusesItem(body, undefined);
  }
});

test('1 to 50 items and 1 to 10 faces', () => {
  for (const [items, found] of [
    [[], 'has 0 items'],
    [Array(51).fill(ITEM), 'has 51 items'],
    [ITEM, 'is an object'],
    [undefined, 'is missing'],
  ] as const)
    assertRefused(() => parseBatch({ items }), 'items', new RegExp(`${found}, expected`));
  for (const [faces, found] of [
    [[], 'has 0 items'],
    [Array(11).fill(FACE), 'has 11 items'],
    [FACE, 'is an object'],
    [null, 'is null'],
    [undefined, 'is missing'],
  ] as const)
    refusesSeries({ faces }, 'faces', new RegExp(`${found}, expected`));
  assert.equal(parseBatch({ items: Array(50).fill(ITEM) }).length, 50);
  assert.equal(parseSeries({ ...ROOF, faces: Array(10).fill(FACE) }).faces.length, 10);
  refusesSeries({ faces: [FACE, 5] }, 'faces[1]');
});

test('fields of a body that are not known have the nearest known name', () => {
  refusesItem({ ...ITEM, system_los: 0.1 }, 'system_los', /did you mean "system_loss"/);
  assertRefused(() => parseBatch({ items: [ITEM], item: 1 }), 'item', /did you mean "items"/);
  refusesSeries({ inverterkw: 6 }, 'inverterkw', /did you mean "inverter_kw"/);
  refusesFace({ azimut: 100 }, 'azimut', /did you mean "azimuth"/);
});

test('an id is a string or a whole number', () => {
  for (const id of [{}, 7.5, null, true])
    refusesItem({ ...ITEM, id }, 'id', /expected a string or an integer/);
  // JSON readers do not read it exactly.
  refusesItem({ ...ITEM, id: 1e20 }, 'id', /expected an integer from/);
  for (const id of [1.5, {}]) refusesFace({ id }, 'id');
});

const HILLS = [0, 10, 20, 30, 40, 15, 25, 5];
const MONTHS = [0, 0.2, 0.5, 0.8, 1, 1, 1, 0.9, 0.7, 0.4, 0.1, 0];
const HOURS = MONTHS.map((factor) => Array(24).fill(factor));
const WRONG_HOUR = HOURS.with(3, HOURS[3].with(5, 1.2));

const SERIES_FAULTS: [name: string, faults: Fault[]][] = [
  [
    'horizon_deg',
    [
      [HILLS.slice(1), '', /has 7 items, expected 8 to 360/],
      [Array(361).fill(1), '', /has 361 items, expected 8 to 360/],
      [Array(300_000).fill(true), '', /has 300000 items/],
      [[...HILLS, -1], '[8]', /is -1, expected a number from 0 to 90/],
      [[...HILLS, 91], '[8]', /is 91/],
      [[...HILLS, '5'], '[8]', /is "5"/],
      ['0,10,20,30,40,15,25,5', '', /expected an array/],
      [null, '', /is null/],
    ],
  ],
  ['inverter_kw', [0, -1, 100_001, '6', null].map((value) => [value, '', /expected a number/])],
  ['form', ['hourly', null].map((value) => [value, '', /expected one of/])],
  ['lat', ['59', null].map((value) => [value, '', /expected a number/])],
];
const FACE_FAULTS: [name: string, faults: Fault[]][] = [
  ['tilt', ['27', null].map((value) => [value, '', /expected a number/])],
  [
    'shading',
    [
      [[1, 1], '', /has 2 items, expected exactly 12/],
      [Array(24).fill(1), '', /has 24 items/],
      [MONTHS.with(4, 30), '[4]', /is 30, expected a number from 0 to 1/],
      [MONTHS.with(4, -0.1), '[4]', /is -0.1/],
      [WRONG_HOUR, '[3][5]', /is 1.2, expected a number from 0 to 1/],
      [HOURS.with(2, [1, 1]), '[2]', /has 2 items, expected exactly 24/],
      [[...HOURS.slice(1), 1], '[11]', /is 1, expected an array of 24 items/],
      ['0.9', '', /is "0.9", expected a number from 0 to 1/],
      [null, '', /is null/],
    ],
  ],
  [
    'snow_loss',
    [
      [MONTHS.slice(1), '', /has 11 items/],
      [MONTHS.with(3, 30), '[3]', /is 30/],
      [0.1, '', /expected an array/],
    ],
  ],
];

for (const [name, faults] of SERIES_FAULTS) {
  test(`${name}: ${faults.length} faults are named by their place`, () => {
    for (const [value, path, message] of faults)
      refusesSeries({ [name]: value }, name + path, message);
  });
}
for (const [name, faults] of FACE_FAULTS) {
  test(`${name} of a face: ${faults.length} faults are named by their place`, () => {
    for (const [value, path, message] of faults)
      refusesFace({ [name]: value }, name + path, message);
  });
}
