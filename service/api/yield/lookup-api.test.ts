/** GET /api/v1/pv-yield, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../../../schemas/checks/validate.ts';
import { linearYield } from '../../test/artifact.ts';
import { refusal } from '../../test/contract.ts';
import { startTestService, testLoaded } from '../../test/service.ts';

const checkBody = validator('api/pv-yield.schema.json');
const PATH = '/api/v1/pv-yield';

const service = await startTestService({ loaded: testLoaded([11]) });

const POINT = { lat: '59.13', lng: '15.29', tilt: '40', azimuth: '180' };

async function lookup(changes: Record<string, string | undefined> = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...POINT, ...changes })) {
    if (value !== undefined) query.append(name, value);
  }
  return service.call(`${PATH}?${query}`);
}

async function body(changes: Record<string, string | undefined> = {}) {
  const answer = await lookup(changes);
  assert.equal(answer.status, 200);
  return checkBody(JSON.parse(answer.text));
}

test('a lookup answers the whole PvYield body, as its schema has it', async () => {
  const found = await body();
  const months = Array.from({ length: 12 }, (_, m) => linearYield(0.52, 1.16, 8, 18, m));
  found.monthly_kwh_kwp.forEach((value, m) => {
    assert.equal(value, Math.round(months[m] * 100) / 100);
  });
  assert.equal(found.annual_kwh_kwp, Math.round(months.reduce((a, b) => a + b, 0) * 100) / 100);
  assert.equal(found.ghi_annual_kwh_m2, 960);
  assert.equal(found.optimal.azimuth_deg, 180);
  assert.equal(found.annual_kwh, undefined);
});

test('orientation_factor is annual over optimal yield with four decimals, never above 1', async () => {
  const found = await body();
  assert.equal(
    found.orientation_factor,
    Math.round((1e4 * found.annual_kwh_kwp) / found.optimal.annual_kwh_kwp) / 1e4,
  );
  assert.ok(found.orientation_factor <= 1);
});

test('kwp adds annual_kwh and monthly_kwh', async () => {
  const found = await body({ kwp: '7.5' });
  const plain = await body();
  assert.ok(Math.abs((found.annual_kwh ?? 0) - 7.5 * plain.annual_kwh_kwp) < 0.04);
  found.monthly_kwh?.forEach((value, m) => {
    assert.ok(Math.abs(value - 7.5 * plain.monthly_kwh_kwp[m]) < 0.04);
  });
  assert.equal(found.input.kwp, 7.5);
});

test('system_loss is the exact factor (1 - loss) / 0.86 on yields and optimum', async () => {
  const plain = await body();
  const lossless = await body({ system_loss: '0' });
  assert.ok(Math.abs(lossless.annual_kwh_kwp - plain.annual_kwh_kwp / 0.86) < 0.01);
  assert.ok(Math.abs(lossless.optimal.annual_kwh_kwp - plain.optimal.annual_kwh_kwp / 0.86) < 0.01);
  assert.equal(lossless.poa_annual_kwh_m2, plain.poa_annual_kwh_m2);
  assert.equal(lossless.orientation_factor, plain.orientation_factor);
});

test('shading multiplies yields and optimum and leaves irradiation and factor', async () => {
  const plain = await body();
  const half = await body({ shading: '0.5' });
  assert.ok(Math.abs(half.annual_kwh_kwp - plain.annual_kwh_kwp / 2) < 0.01);
  assert.ok(Math.abs(half.optimal.annual_kwh_kwp - plain.optimal.annual_kwh_kwp / 2) < 0.01);
  assert.equal(half.poa_annual_kwh_m2, plain.poa_annual_kwh_m2);
  assert.equal(half.orientation_factor, plain.orientation_factor);
  const dark = await body({ shading: '0' });
  assert.equal(dark.annual_kwh_kwp, 0);
  assert.equal(dark.orientation_factor, plain.orientation_factor);
});

test('the input is echoed normalised, with its defaults', async () => {
  const found = await body({ lat: '59.130049', lng: '15.29004', tilt: '40.004', azimuth: '360' });
  assert.deepEqual(found.input, {
    lat: 59.13,
    lng: 15.29,
    tilt: 40,
    azimuth: 0,
    system_loss: 0.14,
    shading: 1,
  });
});

test('the input, sent back, gives the same answer', async () => {
  const changes = {
    lat: '59.13004',
    azimuth: '359.999',
    tilt: '33.337',
    kwp: '7.25',
    shading: '0.3',
  };
  const first = await body({ ...changes, system_loss: '0.07' });
  const texts = Object.entries(first.input).map(([name, value]) => [name, String(value)]);
  assert.deepEqual(await body(Object.fromEntries(texts)), first);
});

test('azimuth 360 and what rounds to it equal azimuth 0', async () => {
  const north = await body({ azimuth: '0' });
  for (const azimuth of ['360', '359.996']) assert.deepEqual(await body({ azimuth }), north);
});

test('cell tells the nearest cell and how the point was interpolated', async () => {
  const { cell } = await body();
  assert.deepEqual(cell, {
    interpolation: 'bilinear',
    lat: 59.25,
    lng: 15.25,
    radiation_db: 'RADDB-SARAH3',
    era5_corrected: false,
    elevation_m: 105,
    grid_deg: [0.25, 0.25],
  });
  const edge = (await body({ lat: '59.45', lng: '15.7' })).cell;
  assert.equal(edge.interpolation, 'inverse_distance');
  assert.equal(edge.radiation_db, 'RADDB-ERA5');
  assert.equal(edge.era5_corrected, true);
});

test('elevation_m is left out where the dataset does not know it', async () => {
  const { cell } = await body({ lat: '59.01', lng: '15.01' });
  assert.ok(!('elevation_m' in cell));
});

test('model, dataset and attribution are those of the artifact', async () => {
  const found = await body();
  assert.equal(found.model.sky_model, 'hay_davies');
  assert.equal(found.model.system_loss_default, 0.14);
  assert.deepEqual(found.dataset, {
    version: '9.8.7',
    sources: ['Linear test field'],
    coverage: 'Sweden',
    radiation_db: 'RADDB-SARAH3, RADDB-ERA5',
    generated_at: '2026-01-02T03:04:05Z',
    grid_deg: [0.25, 0.25],
  });
  assert.match(found.attribution, /CC BY 4\.0/);
});

test('a missing required parameter is 422 invalid_parameter with its name', async () => {
  for (const name of ['lat', 'lng', 'tilt', 'azimuth']) {
    const error = refusal(await lookup({ [name]: undefined }), 422, 'invalid_parameter');
    assert.equal(error.field, name);
    assert.match(error.message, new RegExp(`"${name}" is missing, expected a number from`));
  }
});

test('a value outside its bounds is 422 with its name, what was found and what was expected', async () => {
  const cases = {
    lat: '90.1',
    lng: '-180.5',
    tilt: '90.01',
    azimuth: '-1',
    kwp: '10001',
    system_loss: '0.61',
    shading: '1.01',
  };
  for (const [name, value] of Object.entries(cases)) {
    const error = refusal(await lookup({ [name]: value }), 422, 'invalid_parameter');
    assert.equal(error.field, name);
    assert.match(
      error.message,
      new RegExp(`is ${Number(value)}, expected a number from -?[0-9.]+ to [0-9.]+`),
    );
  }
});

test('the bounds themselves are allowed', async () => {
  await body({ tilt: '0', azimuth: '0', kwp: '0', system_loss: '0', shading: '0' });
  await body({ tilt: '90', azimuth: '360', kwp: '10000', system_loss: '0.6', shading: '1' });
});

test('numbers are written as JSON writes them, blanks around allowed', async () => {
  const plain = await body();
  assert.deepEqual(await body({ tilt: '4e1', azimuth: '1.8E+2', lat: ' 59.13 ' }), plain);
  for (const tilt of [
    '',
    ' ',
    'NaN',
    'Infinity',
    '1e999',
    '0x10',
    '1,5',
    '.5',
    '5.',
    '+5',
    '040',
    'forty',
    'null',
  ]) {
    const error = refusal(await lookup({ tilt }), 422, 'invalid_parameter');
    assert.equal(error.field, 'tilt', tilt);
  }
});

test('of several wrong parameters the first in the order of the table is named', async () => {
  const error = refusal(
    await lookup({ lng: undefined, tilt: '99', shading: '2' }),
    422,
    'invalid_parameter',
  );
  assert.equal(error.field, 'lng');
  const other = refusal(await lookup({ azimuth: undefined, tilt: '99' }), 422, 'invalid_parameter');
  assert.equal(other.field, 'tilt');
});

test('unknown parameters are ignored', async () => {
  assert.deepEqual(await body({ colour: 'red', __proto__: 'x' }), await body());
});

test('a decimal comma is met with the decimal point', async () => {
  const { message, field } = refusal(await lookup({ lat: '59,13' }), 422, 'invalid_parameter');
  assert.equal(field, 'lat');
  assert.equal(
    message,
    '"lat" is "59,13", expected a number from -90 to 90 with a decimal point: 59.13.',
  );
  assert.match(
    refusal(await lookup({ kwp: '-7,5' }), 422, 'invalid_parameter').message,
    /-7\.5\.$/,
  );
  const thousands = refusal(await lookup({ kwp: '1,000.5' }), 422, 'invalid_parameter');
  assert.doesNotMatch(thousands.message, /decimal point/);
});

test('a plus sign is met with the number without it', async () => {
  const { message, field } = refusal(await lookup({ lat: '+59.13' }), 422, 'invalid_parameter');
  assert.equal(field, 'lat');
  assert.equal(
    message,
    '"lat" is "+59.13", expected a number from -90 to 90 without a plus sign: 59.13.',
  );
});

test('a negative azimuth is met with how azimuth counts here and at PVGIS', async () => {
  const { message, field } = refusal(await lookup({ azimuth: '-90' }), 422, 'invalid_parameter');
  assert.equal(field, 'azimuth');
  assert.equal(
    message,
    '"azimuth" is -90, expected a number from 0 to 360. South is 180 here: PVGIS\' aspect is azimuth - 180.',
  );
  const above = refusal(await lookup({ azimuth: '361' }), 422, 'invalid_parameter');
  assert.equal(above.message, '"azimuth" is 361, expected a number from 0 to 360.');
});

test('a repeated parameter is said to be given twice', async () => {
  const twice = await service.call(`${PATH}?lat=59&lat=59&lng=15.29&tilt=40&azimuth=180`);
  const { message, field } = refusal(twice, 422, 'invalid_parameter');
  assert.deepEqual([field, message], ['lat', '"lat" is given twice, expected it once.']);
  const thrice = await service.call(`${PATH}?lat=59&lng=1&lng=2&lng=3&tilt=40&azimuth=180`);
  assert.match(refusal(thrice, 422, 'invalid_parameter').message, /"lng" is given 3 times/);
});

/** A name that is plainly meant as one of ours, with the right one. */
const NEAR_MISSES: [given: string, meant: RegExp][] = [
  ['lon', /"lng"/],
  ['long', /"lng"/],
  ['latitude', /"lat"/],
  ['longitude', /"lng"/],
  ['kWp', /"kwp"/],
  ['KWP', /"kwp"/],
  ['peakpower', /"kwp"/],
  ['loss', /"system_loss", a fraction: 14 % is 0\.14/],
  ['systemLoss', /"system_loss"/],
  ['system-loss', /"system_loss"/],
  ['slope', /"tilt"/],
  ['angle', /"tilt"/],
  ['Tilt', /"tilt"/],
  ['aspect', /"azimuth", counted from north: 0 = N, 90 = E.*PVGIS' aspect is azimuth - 180/],
  ['Azimuth', /"azimuth"/],
  ['Shading', /"shading"/],
  // A slip: two edits, one in a name of up to four letters, where two letters exchanged are one.
  ['system_los', /"system_loss"/],
  ['system_losses', /"system_loss"/],
  ['systemm_los', /"system_loss"/],
  ['sysetm_loss', /"system_loss"/],
  ['shadding', /"shading"/],
  ['shadig', /"shading"/],
  ['azimut', /"azimuth"/],
  ['lats', /"lat"/],
  ['tlit', /"tilt"/],
  ['kw', /"kwp"/],
  ['kwp1', /"kwp"/],
  // What a query turns into on its way.
  ['amp;system_loss', /"system_loss"/],
  ['amp;amp;kwp', /"kwp"/],
  ['kwp[]', /"kwp"/],
  ['kwp[0]', /"kwp"/],
  ['amp;losses', /"system_loss"/],
  // PVGIS, PVWatts, pvlib, Forecast.Solar, Open-Meteo and others.
  ['losses', /"system_loss", a fraction: 14 % is 0\.14/],
  ['system_capacity', /"kwp"/],
  ['capacity', /"kwp"/],
  ['lattitude', /"lat"/],
  ['longtitude', /"lng"/],
  ['decilnation', /"tilt"/],
  ['installed_powr', /"kwp"/],
  ['installed_power', /"kwp"/],
  ['modules_power', /"kwp", in kW/],
  ['pdc0', /"kwp", in kW/],
  ['surface_tilt', /"tilt"/],
  ['declination', /"tilt"/],
  ['dec', /"tilt"/],
  ['inclination', /"tilt"/],
  ['surface_azimuth', /"azimuth"/],
  ['az', /"azimuth", counted from north/],
];
for (const [given, meant] of NEAR_MISSES) {
  test(`"${given}" is refused with the right name, beside a whole query and in the place of its own`, async () => {
    const name = meant.source.match(/"(\w+)"/)?.[1] ?? '';
    for (const rest of [{}, { [name]: undefined }]) {
      const answer = await lookup({ [given]: '1', ...rest });
      const { message, field } = refusal(answer, 422, 'invalid_parameter');
      assert.equal(field, given);
      assert.match(message, meant);
    }
  });
}

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
for (const [given, meant] of Object.entries(OF_A_SERIES)) {
  test(`"${given}" is refused with the call that has it: ignored, the answer would be without`, async () => {
    const place = '?lat=59.13&lng=15.29';
    for (const path of [`${PATH}${place}&tilt=40&azimuth=180`, `${PATH}/matrix${place}`]) {
      const answer = await service.call(`${path}&${given}=1`);
      const { message, field } = refusal(answer, 422, 'invalid_parameter');
      assert.equal(field, given);
      assert.match(message, /POST \/api\/v1\/pv-yield\/series has/);
      assert.ok(message.includes(`"${meant}"`), message);
    }
  });
}

test('names of trackers, caches and keys are ignored, also where one is near to ours', async () => {
  const plain = await body();
  const harmless = 'utm_source utm_campaign gclid fbclid _ v cb lang api_key key format';
  for (const given of [
    ...harmless.split(' '),
    'amp;lang',
    'LANG',
    'source',
    'callback',
    'now',
    'show',
  ]) {
    assert.deepEqual(await body({ [given]: '1' }), plain, given);
  }
});

test('names that differ by more are ignored', async () => {
  const plain = await body();
  for (const given of [
    'title',
    'plate',
    'state',
    'scope',
    'log_level',
    'shelving',
    'azimuthal_x',
  ]) {
    assert.deepEqual(await body({ [given]: '1' }), plain, given);
  }
});

test('a very long near miss is shortened', async () => {
  const long = `l${'-'.repeat(5000)}at`;
  const { message, field } = refusal(await lookup({ [long]: '1' }), 422, 'invalid_parameter');
  assert.ok(message.length < 200 && Number(field?.length) <= 60);
});

test('a point inside the bounds but not covered is 422 outside_coverage without a field', async () => {
  const error = refusal(await lookup({ lat: '48.85', lng: '2.35' }), 422, 'outside_coverage');
  assert.equal(error.field, undefined);
  assert.doesNotMatch(error.message, /swapped/);
});

test('swapped lat and lng are recognised', async () => {
  const error = refusal(await lookup({ lat: '15.29', lng: '59.13' }), 422, 'outside_coverage');
  assert.match(error.message, /lat and lng look swapped/);
});

test('bounds are checked before coverage', async () => {
  const error = refusal(await lookup({ lat: '91', lng: '2.35' }), 422, 'invalid_parameter');
  assert.equal(error.field, 'lat');
});

test('without a dataset a valid lookup is 503 dataset_unavailable with Retry-After 60, a wrong one still 422', async () => {
  const empty = await startTestService({
    loaded: { pvYield: null, prices: null, keys: [], embeds: null, warning: null, cacheTag: null },
  });
  const answer = await empty.call(`${PATH}?${new URLSearchParams(POINT)}`);
  assert.equal(answer.headers['retry-after'], '60');
  refusal(answer, 503, 'dataset_unavailable');
  refusal(await empty.call(PATH), 422, 'invalid_parameter');
});

test('every answer carries the attribution with its licence', async () => {
  assert.match((await body()).attribution, /CC BY 4\.0/);
});
