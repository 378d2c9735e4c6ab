/** POST /api/v1/pv-yield/series with a horizon. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from 'd3-array';
import { MONTH_START } from '../../../schemas/codec/axes.ts';
import { refusal } from '../../test/contract.ts';
import { startTestService } from '../../test/service.ts';
import { HILLS, PATH, PLACE, post, series } from './test/series.ts';

const EAST = { tilt: 27, azimuth: 100, kwp: 5 };
const WEST = { tilt: 27, azimuth: 280, kwp: 4 };
const ROOF = { ...PLACE, faces: [EAST, WEST] };
const FREE = Array(8).fill(0);

test('a free horizon gives the bytes and the tag of none', async () => {
  const none = await post(ROOF);
  for (const horizon_deg of [FREE, Array(360).fill(0), Array(8).fill(0.004)]) {
    const free = await post({ ...ROOF, horizon_deg });
    assert.equal(free.text, none.text);
    assert.equal(free.headers.etag, none.headers.etag);
  }
});

test('hours, months and year are those past the horizon, and its loss is in the answer', async () => {
  const free = await series(ROOF);
  const past = await series({ ...ROOF, horizon_deg: HILLS });
  const { hourly_kwh = [], monthly_kwh, annual_kwh, faces, horizon_loss_kwh = 0 } = past;
  monthly_kwh.forEach((kwh, month) => {
    const hours = hourly_kwh.slice(MONTH_START[month], MONTH_START[month + 1]);
    assert.ok(Math.abs(sum(hours) - kwh) < 0.02, `${month}`);
    assert.ok(Math.abs(sum(faces.map((face) => face.monthly_kwh[month])) - kwh) < 0.011);
    assert.ok(kwh <= free.monthly_kwh[month]);
  });
  assert.ok(Math.abs(free.annual_kwh - annual_kwh - horizon_loss_kwh) < 0.011);
  assert.ok(horizon_loss_kwh > 0.1 * free.annual_kwh);
  assert.equal(free.horizon_loss_kwh, undefined);
  assert.equal(past.model.horizon, "the caller's 8 heights, 0 to 40 degrees");
  assert.deepEqual(
    faces.map((face) => face.orientation_factor),
    free.faces.map((face) => face.orientation_factor),
  );
});

test('what hides the morning takes more from the face to the east', async () => {
  const wall = Array.from({ length: 36 }, (_, i) => (i > 0 && i < 18 ? 40 : 0));
  const free = await series(ROOF);
  const past = await series({ ...ROOF, horizon_deg: wall });
  const [east, west] = past.faces.map((face, i) => face.annual_kwh / free.faces[i].annual_kwh);
  assert.ok(east < 0.6 && west > 0.75, `${east} ${west}`);
});

test('a well leaves nothing, and in every hour', async () => {
  const well = await series({ ...ROOF, horizon_deg: Array(8).fill(90) });
  assert.equal(well.annual_kwh, 0);
  assert.ok(well.hourly_kwh?.every((kwh) => kwh === 0));
});

test("PVGIS' name for it is another name, and one of the two is enough", async () => {
  const ours = await post({ ...ROOF, horizon_deg: HILLS });
  const theirs = await post({ ...ROOF, userhorizon: HILLS });
  assert.deepEqual([theirs.text, theirs.headers.etag], [ours.text, ours.headers.etag]);
  const both = await post({ ...ROOF, horizon_deg: HILLS, userhorizon: HILLS });
  assert.equal(refusal(both, 422, 'invalid_parameter').field, 'userhorizon');
});

test("PVGIS' 49 heights have north twice: the second is left out", async () => {
  const circle = Array.from({ length: 48 }, (_, i) => 24 - Math.abs(24 - i));
  for (const name of ['userhorizon', 'horizon_deg']) {
    const once = await post({ ...ROOF, [name]: circle });
    const twice = await post({ ...ROOF, [name]: [...circle, circle[0]] });
    assert.deepEqual([twice.text, twice.headers.etag], [once.text, once.headers.etag]);
    const other = await series({ ...ROOF, [name]: [...circle, 7] });
    assert.equal(other.model.horizon, "the caller's 49 heights, 0 to 24 degrees");
  }
  const ten = await series({ ...ROOF, horizon_deg: [...HILLS, 5, HILLS[0]] });
  assert.equal(ten.model.horizon, "the caller's 10 heights, 0 to 40 degrees");
});

/** Calls of a service with so many lookups a minute. */
async function limited(lookups: number) {
  const { call } = await startTestService({
    limits: { lookups: { withoutKey: lookups, withKey: lookups } },
  });
  return (body: object, headers = {}) =>
    call(PATH, { method: 'POST', body: JSON.stringify(body), headers });
}
const PAST = { ...ROOF, horizon_deg: HILLS };

test('a horizon costs two lookups, and nothing when its answer is known or it is free', async () => {
  const call = await limited(5);
  const first = await call(PAST);
  assert.match(first.headers.ratelimit, /"lookups";r=3;/);
  const known = await call(PAST, { 'if-none-match': first.headers.etag });
  assert.equal(known.status, 304);
  assert.match(known.headers.ratelimit, /"lookups";r=3;/);
  assert.match((await call({ ...ROOF, horizon_deg: FREE })).headers.ratelimit, /"lookups";r=2;/);
  assert.match((await call(PAST)).headers.ratelimit, /"lookups";r=0;/);
});

test('one that is refused for the second of its lookups leaves the first for another call', async () => {
  const call = await limited(3);
  assert.equal((await call(PAST)).status, 200);
  const refused = await call(PAST);
  refusal(refused, 429, 'rate_limited');
  assert.match(refused.headers.ratelimit, /"lookups";r=1;/);
  assert.equal((await call(ROOF)).status, 200);
  refusal(await call(ROOF), 429, 'rate_limited');
});
