import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGEST_BODY } from '../checks/largest-body.ts';
import { largestBody, largestValue } from './largest-body.ts';

const of = (schema: object) => largestValue(schema as never, { Hour: { type: 'number' } });

test('an array has itself and as many items as it may', () => {
  const hours = { type: 'array', maxItems: 8760, items: { type: 'number' } };
  assert.deepEqual(of(hours), { containers: 1, texts: 0, numbers: 8760 });
});

test('an object has the names of its fields and what is in them', () => {
  const roof = { type: 'object', properties: { name: { type: 'string' }, area: {} } };
  assert.deepEqual(of(roof), { containers: 1, texts: 3, numbers: 0 });
  const roofs = { type: 'array', maxItems: 4, items: roof };
  assert.deepEqual(of(roofs), { containers: 5, texts: 12, numbers: 0 });
});

test('fields of any name count up to how many there may be', () => {
  const costs = { type: 'object', maxProperties: 7, additionalProperties: { type: 'number' } };
  assert.deepEqual(of(costs), { containers: 1, texts: 7, numbers: 7 });
});

test('of alternatives the largest counts, of what holds at once all', () => {
  const pair = { type: 'array', maxItems: 2, items: { type: 'string' } };
  const either = { anyOf: [pair, { type: 'integer' }] };
  assert.deepEqual(of(either), { containers: 1, texts: 2, numbers: 1 });
  assert.deepEqual(of({ oneOf: either.anyOf }), of(either));
  assert.deepEqual(of({ allOf: [pair, pair] }), { containers: 2, texts: 4, numbers: 0 });
});

test('references are followed', () => {
  const day = { type: 'array', maxItems: 24, items: { $ref: '#/components/schemas/Hour' } };
  assert.deepEqual(of(day), { containers: 1, texts: 0, numbers: 24 });
});

test('a schema without a bound is told', () => {
  const endless = { type: 'array', items: { type: 'string' } };
  assert.throws(() => of(endless), /sets no bound/);
});

test('the largest body is a simulation with three profiles and a price list of its own', () => {
  const { containers, texts, numbers } = largestBody();
  assert.deepEqual(LARGEST_BODY, { containers, texts, numbers }, 'run "make schemas"');
  const batch = 50 * (8 + 1);
  assert.ok(texts >= batch && texts < 1.25 * batch, `${texts}`);
  // A power charge: itself, its statistic, fuses, unstated; 2 windows and 2 factors, each with 2 spans.
  const charge = 4 + (1 + 2 * 5) + (1 + 2 * 4);
  const fee = 2 + (1 + 2 * 5);
  const list = 8 * (charge + fee) + 6;
  const profiles = 3 * 13;
  assert.ok(containers > profiles + list && containers < profiles + list + 30, `${containers}`);
  assert.ok(numbers >= 4 * 8760 && numbers < 5 * 8760, `${numbers}`);
});
