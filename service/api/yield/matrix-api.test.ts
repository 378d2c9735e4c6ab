/** GET /api/v1/pv-yield/matrix, rule by rule. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../../../schemas/checks/validate.ts';
import { linearYield } from '../../test/artifact.ts';
import { PLACE, startTestService } from '../../test/service.ts';

const checkMatrix = validator('api/pv-yield-matrix.schema.json');
const checkYield = validator('api/pv-yield.schema.json');
const PATH = '/api/v1/pv-yield/matrix';

const service = await startTestService();

async function matrix(query: string) {
  const answer = await service.call(`${PATH}?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return checkMatrix(JSON.parse(answer.text));
}

test('rows are tilts 0 to 90 by 5, columns azimuths 0 to 350 by 10, each value the year of its plane at the point', async () => {
  const found = await matrix(PLACE);
  const [tilts, azimuths] = [
    Array.from({ length: 19 }, (_, i) => 5 * i),
    Array.from({ length: 36 }, (_, i) => 10 * i),
  ];
  assert.deepEqual([found.tilts_deg, found.azimuths_deg], [tilts, azimuths]);
  assert.equal(found.annual_kwh_kwp.length, 19);
  found.annual_kwh_kwp.forEach((row, tilt) => {
    assert.equal(row.length, 36);
    row.forEach((value, azimuth) => {
      const folded = Math.min(azimuth, 36 - azimuth);
      let year = 0;
      for (let m = 0; m < 12; m++) year += linearYield(0.52, 1.16, tilt, folded, m);
      assert.ok(Math.abs(value - year) < 0.0051, `${tilt} ${azimuth}: ${value}, expected ${year}`);
    });
  });
});

test('system_loss and shading scale the values and the optimum, as in a lookup', async () => {
  const scale = 'system_loss=0.3&shading=0.5';
  const found = await matrix(`${PLACE}&${scale}`);
  const answer = await service.call(`/api/v1/pv-yield?${PLACE}&tilt=35&azimuth=230&${scale}`);
  const single = checkYield(JSON.parse(answer.text));
  assert.equal(found.annual_kwh_kwp[7][23], single.annual_kwh_kwp);
  assert.deepEqual(found.optimal, single.optimal);
  assert.deepEqual(found.cell, single.cell);
  assert.deepEqual(found.model, single.model);
  assert.deepEqual(found.dataset, single.dataset);
  assert.equal(found.attribution, single.attribution);
});

test('the input is echoed normalised', async () => {
  const { input } = await matrix('lat=59.130049&lng=15.29&utm_source=x');
  assert.deepEqual(input, { lat: 59.13, lng: 15.29, system_loss: 0.14, shading: 1 });
});

test('months=1 adds the months of every plane, each equal to the single lookup’s', async () => {
  const scale = 'system_loss=0.3&shading=0.5';
  const { monthly_kwh_kwp = [] } = await matrix(`${PLACE}&${scale}&months=1`);
  assert.deepEqual([monthly_kwh_kwp.length, monthly_kwh_kwp[0].length], [12, 19]);
  for (const [tilt, azimuth] of [
    [0, 0],
    [7, 23],
    [7, 13],
    [18, 35],
    [11, 18],
  ]) {
    const plane = `tilt=${5 * tilt}&azimuth=${10 * azimuth}`;
    const answer = await service.call(`/api/v1/pv-yield?${PLACE}&${plane}&${scale}`);
    assert.deepEqual(
      monthly_kwh_kwp.map((month) => month[tilt][azimuth]),
      checkYield(JSON.parse(answer.text)).monthly_kwh_kwp,
      plane,
    );
  }
});

test('months=0 is the answer without, and months=1 differs only by its months and its echo', async () => {
  const [without, none, all] = await Promise.all(
    ['', '&months=0', '&months=1'].map((months) => service.call(`${PATH}?${PLACE}${months}`)),
  );
  assert.equal(none.text, without.text);
  assert.equal(none.headers.etag, without.headers.etag);
  assert.notEqual(all.headers.etag, without.headers.etag);
  const { monthly_kwh_kwp, input, ...rest } = JSON.parse(all.text);
  assert.equal(monthly_kwh_kwp.length, 12);
  const { input: plainInput, ...plain } = JSON.parse(without.text);
  assert.deepEqual(rest, plain);
  assert.deepEqual(input, { ...plainInput, months: 1 });
});
