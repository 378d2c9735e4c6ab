/** GET /api/v1/pv-yield, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../../../schemas/checks/validate.ts';
import type { PvYieldQuery } from '../../../schemas/types.ts';
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
  const { annual_kwh_kwp, optimal, orientation_factor, model } = found;
  assert.equal(annual_kwh_kwp, Math.round(months.reduce((a, b) => a + b, 0) * 100) / 100);
  assert.equal(found.ghi_annual_kwh_m2, 960);
  assert.equal(optimal.azimuth_deg, 180);
  assert.equal(
    orientation_factor,
    Math.round((1e4 * annual_kwh_kwp) / optimal.annual_kwh_kwp) / 1e4,
  );
  assert.equal(found.annual_kwh, undefined);
  assert.deepEqual([model.sky_model, model.system_loss_default], ['hay_davies', 0.14]);
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

test('kwp adds annual_kwh and monthly_kwh', async () => {
  const found = await body({ kwp: '7.5' });
  const plain = await body();
  assert.ok(Math.abs((found.annual_kwh ?? 0) - 7.5 * plain.annual_kwh_kwp) < 0.04);
  found.monthly_kwh?.forEach((value, m) => {
    assert.ok(Math.abs(value - 7.5 * plain.monthly_kwh_kwp[m]) < 0.04);
  });
  assert.equal(found.input.kwp, 7.5);
});

for (const [what, changes, factor] of [
  ['system_loss is the exact factor (1 - loss) / 0.86', { system_loss: '0' }, 1 / 0.86],
  ['shading is a factor', { shading: '0.5' }, 0.5],
  ['shading may leave nothing', { shading: '0' }, 0],
] as const) {
  test(`${what} of yields and optimum, which leaves irradiation and orientation factor`, async () => {
    const [plain, found] = [await body(), await body(changes)];
    const { annual_kwh_kwp, optimal } = plain;
    assert.ok(Math.abs(found.annual_kwh_kwp - factor * annual_kwh_kwp) < 0.01);
    assert.ok(Math.abs(found.optimal.annual_kwh_kwp - factor * optimal.annual_kwh_kwp) < 0.01);
    assert.equal(found.poa_annual_kwh_m2, plain.poa_annual_kwh_m2);
    assert.equal(found.orientation_factor, plain.orientation_factor);
  });
}

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

test('azimuth 360 and what rounds to it are 0', async () => {
  const north = await lookup({ azimuth: '0' });
  for (const azimuth of ['360', '359.996'])
    assert.equal((await lookup({ azimuth })).text, north.text);
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

/** A value of each parameter that is neither its default nor that of the point. */
const OTHERS: Record<keyof Required<PvYieldQuery>, number> = {
  ...{ lat: 59.2, lng: 15.4, tilt: 41, azimuth: 181, kwp: 7.25, system_loss: 0.07, shading: 0.3 },
};

test('each parameter is returned as it was read, and changes the tag', async () => {
  const { etag } = (await lookup()).headers;
  for (const [name, value] of Object.entries(OTHERS)) {
    const { headers, text } = await lookup({ [name]: String(value) });
    const { input } = checkBody(JSON.parse(text));
    assert.equal(Object.entries(input).find(([echoed]) => echoed === name)?.[1], value, name);
    assert.notEqual(headers.etag, etag, name);
  }
});

test('cell has the nearest cell and how the point was interpolated', async () => {
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
  const corner = (await body({ lat: '59.01', lng: '15.01' })).cell;
  assert.ok(!('elevation_m' in corner), 'the dataset does not know it');
});

for (const [lat, lng, message] of [
  ['15.29', '59.13', /\(Sweden\)\. .*lat and lng look swapped/],
  ['59.13', '-15.29', /\(Sweden\)\. The sign of lng looks wrong: 15\.29 is covered\.$/],
  ['-59.13', '15.29', /\(Sweden\)\. The sign of lat looks wrong: 59\.13 is covered\.$/],
  ['-59.13', '-15.29', /\(Sweden\)\. The signs .* look wrong: 59\.13, 15\.29 is covered\.$/],
  ['40', '-3.7', /\(Sweden\)\.$/],
] as const) {
  test(`a point that is not covered has no field, and the fix where there is one: ${lat}, ${lng}`, async () => {
    const error = refusal(await lookup({ lat, lng }), 422, 'outside_coverage');
    assert.equal(error.field, undefined);
    assert.match(error.message, message);
  });
}
