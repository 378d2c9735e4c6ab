/** POST /api/v1/pv-yield/series with snow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from 'd3-array';
import { MONTH_START } from '../../../schemas/codec/axes.ts';
import { PLACE, series as seriesOf } from './test/series.ts';

const FLAT = { tilt: 5, azimuth: 180, kwp: 5 };
const LOSS = [0.5, 0.4, 0.2, 0.05, 0, 0, 0, 0, 0, 0, 0.1, 0.3];

const series = (faces: object[], more: object = {}) => seriesOf({ ...PLACE, faces, ...more });

test('a loss of each month is taken from its hours, and is in the answer', async () => {
  const bare = await series([FLAT]);
  const snowy = await series([{ ...FLAT, snow_loss: LOSS }]);
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
