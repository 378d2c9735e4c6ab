/** POST /api/v1/pv-yield/series with snow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snowLoss } from '#common/solar/snow-loss.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import { MONTH_START } from '../../../schemas/codec/axes.ts';
import type { PvYield, PvYieldSeries } from '../../../schemas/types.ts';
import { refusal } from '../../test/contract.ts';
import { startTestService, testLoaded } from '../../test/service.ts';

const checkSeries = validator('api/pv-yield-series.schema.json');
const PATH = '/api/v1/pv-yield/series';
const PLACE = { lat: 59.13, lng: 15.29 };
const FLAT = { tilt: 5, azimuth: 180, kwp: 5 };
const STEEP = { tilt: 60, azimuth: 180, kwp: 5 };
const LOSS = [0.5, 0.4, 0.2, 0.05, 0, 0, 0, 0, 0, 0, 0.1, 0.3];
/** Townsend's own worked station, as snow-loss.test.ts has it. */
const NORMALS = {
  snowfall_cm: [20, 15, 10, 4, 1.5, 0, 0, 0, 0, 1.5, 4, 15].map((inches) => 2.54 * inches),
  snow_days: [5, 4.2, 2.8, 1.3, 0.8, 0, 0, 0, 0, 0.5, 1.5, 4.5],
  humidity_pct: [78, 80, 75, 65, 60, 55, 55, 55, 50, 55, 60, 70],
  drop_height_m: 3,
  slant_m: 2,
};

const service = await startTestService();

const post = (faces: object[], more: object = {}) =>
  service.call(PATH, { method: 'POST', body: JSON.stringify({ ...PLACE, faces, ...more }) });

async function series(faces: object[], more: object = {}): Promise<PvYieldSeries> {
  const answer = await post(faces, more);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  return checkSeries(JSON.parse(answer.text));
}

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);

test('a loss of each month is taken from its hours, and what it takes is told', async () => {
  const bare = await series([FLAT]);
  const snowy = await series([{ ...FLAT, snow_loss: LOSS }], { snow: 1 });
  const { monthly_kwh, annual_kwh, hourly_kwh = [], snow_loss_kwh = 0, faces } = snowy;
  LOSS.forEach((loss, month) => {
    assert.ok(Math.abs(monthly_kwh[month] - (1 - loss) * bare.monthly_kwh[month]) < 0.011);
    const hours = hourly_kwh.slice(MONTH_START[month], MONTH_START[month + 1]);
    assert.ok(Math.abs(sum(hours) - monthly_kwh[month]) < 0.02);
  });
  assert.ok(Math.abs(bare.annual_kwh - annual_kwh - snow_loss_kwh) < 0.011);
  assert.deepEqual(faces[0].snow_loss, LOSS);
  assert.equal(snowy.model.snow, "the caller's snow_loss");
  assert.equal(bare.model.snow, undefined);
});

test('snow counts where a loss is given or it is asked for; 0 gives the bytes and the tag without', async () => {
  const bare = await post([FLAT]);
  for (const [face, more] of [
    [FLAT, { snow: 0 }],
    [{ ...FLAT, snow_loss: LOSS }, { snow: 0 }],
    [FLAT, { snow: 0, snow_normals: NORMALS }],
  ]) {
    const answer = await post([face], more);
    assert.equal(answer.text, bare.text);
    assert.equal(answer.headers.etag, bare.headers.etag);
  }
  const asked = await post([{ ...FLAT, snow_loss: LOSS }], { snow: 1 });
  const implied = await post([{ ...FLAT, snow_loss: LOSS }]);
  assert.equal(implied.text, asked.text);
  assert.equal(implied.headers.etag, asked.headers.etag);
  assert.notEqual(asked.headers.etag, bare.headers.etag);
});

test('without a loss or normals snow is refused, naming the face: no figure is invented', async () => {
  for (const [faces, field] of [
    [[FLAT], 'faces[0].snow_loss'],
    [[{ ...FLAT, snow_loss: LOSS }, STEEP], 'faces[1].snow_loss'],
  ] as const) {
    const error = refusal(await post([...faces], { snow: 1 }), 422, 'invalid_parameter');
    assert.equal(error.field, field);
    assert.match(error.message, /the dataset has no normals of snow/);
  }
});

test("a station's normals lose by Townsend and Powers, of each plane its own", async () => {
  const { faces, model } = await series([FLAT, STEEP, { ...FLAT, snow_loss: LOSS }], {
    snow_normals: NORMALS,
  });
  const [flat = [], steep = [], own = []] = faces.map(({ snow_loss }) => snow_loss);
  assert.ok(sum(steep) < 0.5 * sum(flat), `${steep} ${flat}`);
  assert.deepEqual(own, LOSS);
  assert.match(model.snow ?? '', /snow_loss, Townsend and Powers 2011 from the caller's/);
  // Flat, so that in-plane is the horizontal irradiation, which the test's dataset has.
  const level = await series([{ ...FLAT, tilt: 0 }], { snow_normals: NORMALS });
  const { artifact } = testLoaded().pvYield ?? assert.fail();
  const answer = await service.call('/api/v1/pv-yield?lat=59.13&lng=15.29&tilt=0&azimuth=0');
  const { ghi_annual_kwh_m2: year }: PvYield = JSON.parse(answer.text);
  const ghi = artifact.ghi
    .slice(0, 12)
    .map((kwhM2) => (kwhM2 * year) / sum(artifact.ghi.slice(0, 12)));
  const temperature = artifact.temperature.slice(0, 12);
  const normals = {
    snowfallCm: NORMALS.snowfall_cm,
    snowDays: NORMALS.snow_days,
    humidityPct: NORMALS.humidity_pct,
    dropHeightM: 3,
    slantM: 2,
  };
  const expected = snowLoss(normals, 0, ghi, temperature);
  level.faces[0].snow_loss?.forEach((loss, month) => {
    assert.ok(
      Math.abs(loss - expected[month]) < 0.02 * expected[month] + 1e-4,
      `${month}: ${loss}`,
    );
  });
});

test('snow, shading and a horizon go together, and the year is what all three leave', async () => {
  const shading = Array.from({ length: 12 }, (_, month) => 1 - month / 24);
  const horizon_deg = [0, 10, 20, 30, 40, 15, 25, 5];
  const all = await series([{ ...FLAT, shading, snow_loss: LOSS }], { horizon_deg });
  const noSnow = await series([{ ...FLAT, shading }], { horizon_deg });
  const noHorizon = await series([{ ...FLAT, shading, snow_loss: LOSS }]);
  const [snow = 0, horizon = 0] = [all.snow_loss_kwh, all.horizon_loss_kwh];
  assert.ok(Math.abs(noSnow.annual_kwh - all.annual_kwh - snow) < 0.02);
  assert.ok(Math.abs(noHorizon.annual_kwh - all.annual_kwh - horizon) < 0.02);
});

test('wrong losses and normals are 422 and name their value', async () => {
  const faults: [object, object, string][] = [
    [{ snow_loss: LOSS.slice(1) }, {}, 'faces[0].snow_loss'],
    [{ snow_loss: LOSS.with(3, 30) }, {}, 'faces[0].snow_loss[3]'],
    [{ snow_loss: 0.1 }, {}, 'faces[0].snow_loss'],
    [{}, { snow: 2 }, 'snow'],
    [{}, { snow: true }, 'snow'],
    [{}, { snow_normals: { ...NORMALS, slant_m: 0 } }, 'snow_normals.slant_m'],
    [{}, { snow_normals: { ...NORMALS, snow_days: [1] } }, 'snow_normals.snow_days'],
    [{}, { snow_normals: {} }, 'snow_normals.snowfall_cm'],
    [{}, { snow_normals: { ...NORMALS, depth_cm: 3 } }, 'snow_normals.depth_cm'],
  ];
  for (const [face, more, field] of faults) {
    const error = refusal(await post([{ ...FLAT, ...face }], more), 422, 'invalid_parameter');
    assert.equal(error.field, field);
  }
});
