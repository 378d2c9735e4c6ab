/** POST /api/v1/pv-yield/series with shading by month and hour. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from 'd3-array';
import { MONTH_START } from '../../../schemas/codec/axes.ts';
import { HILLS, PLACE, post as postBody, series as seriesOf } from './test/series.ts';

const FACE = { tilt: 27, azimuth: 100, kwp: 5 };
const MONTHS = [0, 0.2, 0.5, 0.8, 1, 1, 1, 0.9, 0.7, 0.4, 0.1, 0];
/** A tree before the face until ten, nearer in winter. */
const HOURS = MONTHS.map((factor) =>
  Array.from({ length: 24 }, (_, hour) => (hour < 10 ? factor : 1)),
);

function bodyOf(shading: unknown, more: object = {}) {
  const faces = [{ ...FACE, ...(shading === undefined ? {} : { shading }) }];
  return { ...PLACE, faces, ...more };
}
const post = (...parts: Parameters<typeof bodyOf>) => postBody(bodyOf(...parts));
const series = (...parts: Parameters<typeof bodyOf>) => seriesOf(bodyOf(...parts));

test('a table of equal multipliers is the one multiplier, bytes and tag', async () => {
  for (const factor of [0, 0.9, 1]) {
    const one = await post(factor);
    for (const table of [Array(12).fill(factor), Array(12).fill(Array(24).fill(factor))]) {
      const answer = await post(table);
      assert.equal(answer.text, one.text);
      assert.equal(answer.headers.etag, one.headers.etag);
    }
  }
  assert.equal((await post(Array(12).fill(1))).text, (await post(undefined)).text);
});

for (const [what, shading, more] of [
  ['a multiplier a month', MONTHS, {}],
  ['a multiplier an hour of each month', HOURS, {}],
  ['a multiplier an hour behind a horizon', HOURS, { horizon_deg: HILLS }],
] as const) {
  test(`${what} scales those clock hours, and month and year are their sums`, async () => {
    const open = await series(undefined, more);
    const shaded = await series(shading, more);
    const { hourly_kwh = [], monthly_kwh, annual_kwh, faces } = shaded;
    monthly_kwh.forEach((kwh, month) => {
      const [first, end] = [MONTH_START[month], MONTH_START[month + 1]];
      const factors = [shading[month]].flat();
      for (let t = first; t < end; t++) {
        const expected = factors[t % factors.length] * (open.hourly_kwh?.[t] ?? 0);
        assert.ok(Math.abs(hourly_kwh[t] - expected) < 1.1e-4);
      }
      assert.ok(Math.abs(sum(hourly_kwh.slice(first, end)) - kwh) < 0.02);
      assert.ok(Math.abs(faces[0].monthly_kwh[month] - kwh) < 0.011);
    });
    assert.ok(Math.abs(sum(monthly_kwh) - annual_kwh) < 0.07 && annual_kwh < open.annual_kwh);
    assert.equal(faces[0].orientation_factor, open.faces[0].orientation_factor);
  });
}

test('a multiplier a month scales the month itself', async () => {
  const [open, shaded] = [await series(undefined), await series(MONTHS)];
  for (const [month, factor] of MONTHS.entries())
    assert.ok(Math.abs(shaded.monthly_kwh[month] - factor * open.monthly_kwh[month]) < 0.011);
});

test('what the horizon takes is what it takes of the shaded production', async () => {
  const free = await series(MONTHS);
  const past = await series(MONTHS, { horizon_deg: HILLS });
  const lost = past.horizon_loss_kwh ?? 0;
  assert.ok(Math.abs(free.annual_kwh - past.annual_kwh - lost) < 0.02);
});
