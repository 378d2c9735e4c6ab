/** GET /api/v1/pv-yield/matrix, rule by rule. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { validator } from '../../schemas/validate.ts';
import { linearYield } from '../test/artifact.ts';
import { refusal } from '../test/contract.ts';
import { startTestService, type TestService } from '../test/service.ts';

const checkMatrix = validator('api/pv-yield-matrix.schema.json');
const checkYield = validator('api/pv-yield.schema.json');
const PATH = '/api/v1/pv-yield/matrix';
const PLACE = 'lat=59.13&lng=15.29';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

async function matrix(query: string) {
  const answer = await service.call(`${PATH}?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return checkMatrix(JSON.parse(answer.text));
}

test('rows are tilts 0 to 90 by 5, columns azimuths 0 to 350 by 10', async () => {
  const found = await matrix(PLACE);
  assert.deepEqual(
    found.tilts_deg,
    Array.from({ length: 19 }, (_, i) => 5 * i),
  );
  assert.deepEqual(
    found.azimuths_deg,
    Array.from({ length: 36 }, (_, i) => 10 * i),
  );
  assert.equal(found.annual_kwh_kwp.length, 19);
  for (const row of found.annual_kwh_kwp) assert.equal(row.length, 36);
});

test('each value is the year of its plane at the point', async () => {
  const found = await matrix(PLACE);
  found.annual_kwh_kwp.forEach((row, tilt) => {
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

test('the input is echoed normalised, without tilt, azimuth and kwp', async () => {
  const { input } = await matrix('lat=59.130049&lng=15.29&tilt=99&azimuth=x&kwp=-1');
  assert.deepEqual(input, { lat: 59.13, lng: 15.29, system_loss: 0.14, shading: 1 });
});

test('lat and lng are required and checked like a lookup', async () => {
  assert.equal(refusal(await service.call(PATH), 422, 'invalid_parameter').field, 'lat');
  const wrong = await service.call(`${PATH}?${PLACE}&shading=2`);
  assert.equal(refusal(wrong, 422, 'invalid_parameter').field, 'shading');
  refusal(await service.call(`${PATH}?lat=50&lng=15`), 422, 'outside_coverage');
});

test('near misses of its own parameters are refused, those of a lookup ignored', async () => {
  const call = (name: string) =>
    service.call(`/api/v1/pv-yield/matrix?lat=59.13&lng=15.29&${name}=1`);
  assert.equal(refusal(await call('lon'), 422, 'invalid_parameter').field, 'lon');
  assert.equal(refusal(await call('loss'), 422, 'invalid_parameter').field, 'loss');
  for (const name of ['tilt', 'Tilt', 'slope', 'kWp']) assert.equal((await call(name)).status, 200);
});

test('it is compressed when the client asks', async () => {
  const response = await fetch(`${service.base}${PATH}?${PLACE}`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  assert.equal(response.headers.get('content-encoding'), 'gzip');
  assert.match(response.headers.get('vary') ?? '', /Accept-Encoding/i);
  const plain = await service.call(`${PATH}?${PLACE}`);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(await response.text(), plain.text);
});
