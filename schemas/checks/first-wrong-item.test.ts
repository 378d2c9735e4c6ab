import assert from 'node:assert/strict';
import { test } from 'node:test';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { firstWrongItem } from './first-wrong-item.ts';

const SCHEMA = {
  type: 'array',
  maxItems: 6,
  items: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'array', items: { enum: [1, 2] } } },
    required: ['a'],
    additionalProperties: false,
  },
};

const usual = new Ajv2020({ allErrors: true }).compile(SCHEMA);
const quick = new Ajv2020({ allErrors: true });
quick.removeKeyword('items').addKeyword(firstWrongItem(_));
const check = quick.compile(SCHEMA);

const item = fc.record(
  { a: fc.oneof(fc.integer(), fc.constant('x')), b: fc.array(fc.integer({ min: 1, max: 3 })) },
  { requiredKeys: [] },
);

test("it accepts what Ajv's own accepts, and of the errors has those of the first wrong item", () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (value) => {
      assert.equal(check(value), usual(value));
      const placesOf = ({ errors }: typeof check) =>
        new Set((errors ?? []).map(({ instancePath }) => instancePath.split('/')[1] ?? 'whole'));
      const items = [...placesOf(usual)].filter((place) => place !== 'whole').map(Number);
      const [first] = items.toSorted((a, b) => a - b);
      const ofItems = [...placesOf(check)].filter((place) => place !== 'whole').map(Number);
      assert.deepEqual(ofItems, first === undefined ? [] : [first]);
    }),
  );
});
