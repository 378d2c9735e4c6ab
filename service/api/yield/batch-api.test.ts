/** POST /api/v1/pv-yield/batch, rule by rule. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../../../schemas/checks/validate.ts';
import { refusal } from '../../test/contract.ts';
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

test('an id is a string or a whole number and is echoed as it came; an absent one is left out', async () => {
  const found = await results([
    { ...ITEM, id: '1' },
    { ...ITEM, id: 1 },
    { ...ITEM, id: '' },
    ITEM,
  ]);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['1', 1, '', undefined],
  );
  assert.ok(!('id' in found[3]));
});

test('a whole number that JSON readers do not keep exactly is no id', async () => {
  const body = `{"items":[${JSON.stringify(ITEM).replace('{', '{"id":12345678901234567890,')}]}`;
  const answer = await service.call(PATH, { method: 'POST', body });
  const [result] = checkBatch(JSON.parse(answer.text)).results;
  assert.ok(!result.ok);
  assert.equal(result.error.field, 'id');
});

test('an id of another type is told what it may be', async () => {
  const [result] = await results([{ ...ITEM, id: {} }]);
  assert.ok(!result.ok);
  assert.match(result.error.message, /"id" is an object, expected a string or an integer/);
});

test('a failing item fails alone, with the error and its id', async () => {
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

test('the bounds of item fields are those of the query table', async () => {
  const bounds = {
    lat: [-90.1, 90.1],
    lng: [-180.1, 180.1],
    tilt: [-0.1, 90.1],
    azimuth: [-0.1, 360.1],
    kwp: [-0.1, 10000.1],
    system_loss: [-0.01, 0.61],
    shading: [-0.1, 1.1],
  };
  const items = Object.entries(bounds).flatMap(([name, values]) =>
    values.map((value) => ({ ...ITEM, id: name, [name]: value })),
  );
  for (const result of await results(items)) {
    assert.ok(!result.ok);
    assert.equal(result.error.field, result.id);
  }
});

test('an unknown field of an item is refused, and the nearest known name suggested', async () => {
  const [result] = await results([{ ...ITEM, system_los: 0.1 }]);
  assert.ok(!result.ok);
  assert.equal(result.error.field, 'system_los');
  assert.match(result.error.message, /did you mean "system_loss"/);
});

test('1 to 50 items, else 422', async () => {
  for (const items of [[], Array(51).fill(ITEM)]) {
    const error = refusal(await post({ items }), 422, 'invalid_parameter');
    assert.equal(error.field, 'items');
    assert.match(error.message, new RegExp(`has ${items.length} items, expected 1 to 50`));
  }
});

test('a body that is no object with items is 422', async () => {
  assert.equal(refusal(await post({}), 422, 'invalid_parameter').field, 'items');
  assert.equal(refusal(await post({ items: ITEM }), 422, 'invalid_parameter').field, 'items');
  const unknown = refusal(await post({ items: [ITEM], item: 1 }), 422, 'invalid_parameter');
  assert.equal(unknown.field, 'item');
  assert.match(unknown.message, /did you mean "items"/);
  for (const body of [null, 5, 'x', true, [ITEM]]) {
    const { field, message } = refusal(await post(body), 422, 'invalid_parameter');
    assert.equal(field, undefined);
    assert.match(message, /expected an object/);
  }
});

test('a batch that fails in every item is still 200', async () => {
  const found = await results([5, 6]);
  assert.deepEqual(
    found.map(({ ok }) => ok),
    [false, false],
  );
});

test('without a dataset it is 503, after the body was checked', async () => {
  const { pvYield } = service.loaded;
  service.loaded.pvYield = null;
  try {
    refusal(await post({ items: [ITEM] }), 503, 'dataset_unavailable');
    refusal(await post({ items: [] }), 422, 'invalid_parameter');
  } finally {
    service.loaded.pvYield = pvYield;
  }
});
