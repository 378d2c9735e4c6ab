/** POST /api/v1/pv-yield/batch, rule by rule. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../../../schemas/checks/validate.ts';
import { ITEM, startTestService } from '../../test/service.ts';

const checkBatch = validator('api/pv-yield-batch-response.schema.json');
const PATH = '/api/v1/pv-yield/batch';

const service = await startTestService();

const post = (body: unknown) => service.call(PATH, { method: 'POST', body: JSON.stringify(body) });

async function results(items: unknown[]) {
  const answer = await post({ items });
  assert.equal(answer.status, 200, answer.text);
  return checkBatch(JSON.parse(answer.text)).results;
}

test('a result is the single lookup of its item with id and ok', async () => {
  const item = { ...ITEM, kwp: 5, system_loss: 0.2, shading: 0.9 };
  const [result] = await results([{ id: 'roof', ...item }]);
  const query = Object.entries(item).map(([name, value]) => `${name}=${value}`);
  const single = await service.call(`/api/v1/pv-yield?${query.join('&')}`);
  assert.deepEqual(result, { id: 'roof', ok: true, ...JSON.parse(single.text) });
});

test('results are in the order of the items', async () => {
  const items = Array.from({ length: 50 }, (_, i) => ({ ...ITEM, id: i, tilt: i }));
  const found = await results(items);
  assert.deepEqual(
    found.map((result) => [result.id, result.ok && result.input.tilt]),
    items.map(({ id, tilt }) => [id, tilt]),
  );
});

test('an id is echoed as it came; an absent one is left out, and a longer one than 200 characters fails its item', async () => {
  const long = { code: 'invalid_parameter', field: 'id' };
  const message = '"id" has 201 characters, expected 0 to 200.';
  const [sun, house] = ['☀'.repeat(200), '🏠'.repeat(200)];
  const found = await results([
    ...['1', 1, '', sun, house].map((id) => ({ ...ITEM, id })),
    ITEM,
    { ...ITEM, id: 'x'.repeat(201) },
    { ...ITEM, id: '🏠'.repeat(201), tilt: 91 },
  ]);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['1', 1, '', sun, house, undefined, undefined, undefined],
  );
  assert.ok(!('id' in found[5]) && found[5].ok);
  for (const result of found.slice(6))
    assert.deepEqual(result, { ok: false, error: { ...long, message } });
});

test('only a failing item fails, with the error and its id', async () => {
  const found = await results([
    { ...ITEM, id: 'good' },
    { ...ITEM, id: 'far', lat: 50 },
    { ...ITEM, id: 'steep', tilt: 91 },
    { ...ITEM, id: 7.5 },
    { ...ITEM, azimuth: '180' },
    null,
    [1],
  ]);
  assert.deepEqual(
    found.map((result) => [
      result.id,
      result.ok,
      result.ok ? null : result.error.code,
      result.ok ? null : result.error.field,
    ]),
    [
      ['good', true, null, null],
      ['far', false, 'outside_coverage', undefined],
      ['steep', false, 'invalid_parameter', 'tilt'],
      [undefined, false, 'invalid_parameter', 'id'],
      [undefined, false, 'invalid_parameter', 'azimuth'],
      [undefined, false, 'invalid_parameter', undefined],
      [undefined, false, 'invalid_parameter', undefined],
    ],
  );
});
