/** POST /api/v1/pv-yield/series, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from 'd3-array';
import { MONTH_START } from '../../../schemas/codec/axes.ts';
import type { PvYield } from '../../../schemas/types.ts';
import { HILLS, PLACE, post, series, service } from './test/series.ts';

const EAST = { id: 'east', tilt: 27, azimuth: 100, kwp: 5 };
const WEST = { id: 2, tilt: 27, azimuth: 280, kwp: 4, system_loss: 0.2, shading: 0.9 };
const ROOF = { ...PLACE, faces: [EAST, WEST] };

async function hoursOf(body: unknown): Promise<number[]> {
  const { hourly_kwh } = await series(body);
  assert.ok(hourly_kwh);
  return hourly_kwh;
}

test("a face's months, year and orientation factor are the single lookup's", async () => {
  const { faces } = await series(ROOF);
  assert.deepEqual(
    faces.map(({ id }) => id),
    ['east', 2],
  );
  for (const [i, { id, ...plane }] of [EAST, WEST].entries()) {
    const query = Object.entries({ ...PLACE, ...plane }).map(([name, value]) => `${name}=${value}`);
    const answer = await service.call(`/api/v1/pv-yield?${query.join('&')}`);
    const single: PvYield = JSON.parse(answer.text);
    assert.deepEqual(faces[i], {
      id,
      annual_kwh: single.annual_kwh,
      monthly_kwh: single.monthly_kwh,
      orientation_factor: single.orientation_factor,
    });
  }
});

test('8760 hours of at most 4 decimals, and a monthly profile that is their mean', async () => {
  const hours = await hoursOf(ROOF);
  assert.equal(hours.length, 8760);
  for (const kwh of hours) assert.equal(kwh, Math.round(kwh * 1e4) / 1e4);
  const { monthly_profile = [], hourly_kwh } = await series({ ...ROOF, form: 'monthly_profile' });
  assert.equal(hourly_kwh, undefined);
  monthly_profile.forEach((day, month) => {
    const own = hours.slice(MONTH_START[month], MONTH_START[month + 1]);
    day.forEach((kwh, hour) => {
      const those = own.filter((_, t) => t % 24 === hour);
      assert.ok(Math.abs(kwh - sum(those) / those.length) < 1e-6);
    });
  });
});

test('the hours go unchanged into a simulation', async () => {
  const { hourly_kwh, annual_kwh } = await series(ROOF);
  const body = JSON.stringify({ pv: { hourly_kwh }, consumption: { yearly_kwh: 5000 } });
  const answer = await service.call('/api/v1/simulation', { method: 'POST', body });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Math.abs(JSON.parse(answer.text).yearly.produced_kwh - annual_kwh) < 0.02);
});

test('an inverter caps the sum of the faces, and year and months follow', async () => {
  const free = await series(ROOF);
  const capped = await series({ ...ROOF, inverter_kw: 0.8 });
  assert.equal(free.clipped_kwh, undefined);
  assert.deepEqual(capped.faces, free.faces);
  assert.equal(Math.max(...(capped.hourly_kwh ?? [])), 0.8);
  const clipped = capped.clipped_kwh ?? 0;
  assert.ok(clipped > 0.1);
  assert.ok(Math.abs(free.annual_kwh - capped.annual_kwh - clipped) < 0.011);
  assert.ok(Math.abs(sum(capped.monthly_kwh) - capped.annual_kwh) < 0.07);
  assert.equal((await series({ ...ROOF, inverter_kw: 100 })).clipped_kwh, 0);
});

test('months hold to 0.01 kWh, also under an inverter between tenths of a watt, which counts as the nearer', async () => {
  const faces = [1.5, 2.5].map((kwp) => ({ ...EAST, kwp }));
  for (const inverter_kw of [0.40005, 0.500049, 0.61234567]) {
    const { hourly_kwh = [], monthly_kwh } = await series({ ...PLACE, faces, inverter_kw });
    assert.ok(Math.max(...hourly_kwh) - inverter_kw <= 0.00005);
    monthly_kwh.forEach((kwh, month) => {
      const hours = hourly_kwh.slice(MONTH_START[month], MONTH_START[month + 1]);
      assert.ok(Math.abs(sum(hours) - kwh) < 0.01, `${inverter_kw} ${month}`);
    });
  }
  const [one, same] = await Promise.all(
    [0.5, 0.50004].map((inverter_kw) => post({ ...ROOF, inverter_kw })),
  );
  assert.deepEqual([one.text, one.headers.etag], [same.text, same.headers.etag]);
});

test('the model names the weather; angles count as in a lookup', async () => {
  const { model } = await series(ROOF);
  assert.match(model.weather ?? '', /^synthetic 2: daily clearness after Hollands and Huget/);
  const north = await post({ ...PLACE, faces: [{ ...EAST, azimuth: 360 }] });
  const same = await post({ ...PLACE, faces: [{ ...EAST, azimuth: 0.004, shading: 1 }] });
  assert.equal(north.text, same.text);
  assert.equal(north.headers.etag, same.headers.etag);
});

test("zone is the point's, and absent while no prices are loaded; the two have different tags", async () => {
  const { prices } = service.loaded;
  const priced = await post(ROOF);
  assert.equal(JSON.parse(priced.text).zone, 'SE4');
  service.loaded.prices = null;
  try {
    const without = await post(ROOF);
    assert.equal(without.status, 200);
    assert.ok(!('zone' in JSON.parse(without.text)));
    assert.notEqual(without.headers.etag, priced.headers.etag);
  } finally {
    service.loaded.prices = prices;
  }
});

test('the same request has the same bytes and tag, and another one another tag', async () => {
  const { text, headers } = await post(ROOF);
  const same = await post(ROOF);
  assert.deepEqual([same.text, same.headers.etag], [text, headers.etag]);
  const faces = (...shadings: unknown[]) => ({
    ...PLACE,
    faces: shadings.map((shading) => ({ ...EAST, ...(shading ? { shading } : {}) })),
  });
  const months = [0, 0.2, 0.5, 0.8, 1, 1, 1, 0.9, 0.7, 0.4, 0.1, 0];
  const others = [
    { ...ROOF, faces: [WEST, EAST] },
    { ...ROOF, faces: [EAST, { ...WEST, id: '2' }] },
    { ...ROOF, form: 'monthly_profile' },
    { ...ROOF, inverter_kw: 3 },
    { ...ROOF, lat: 59.14 },
    { ...ROOF, horizon_deg: HILLS },
    { ...ROOF, horizon_deg: HILLS.toReversed() },
    faces(undefined, undefined),
    faces(months, undefined),
    faces(undefined, months),
    faces(undefined, months.toReversed()),
    faces(
      undefined,
      months.map((factor) => Array(24).fill(factor).with(12, 0.3)),
    ),
  ];
  const tags = await Promise.all(others.map(async (body) => (await post(body)).headers.etag));
  assert.equal(new Set([headers.etag, ...tags]).size, others.length + 1);
});
