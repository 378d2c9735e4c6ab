/** The checks that stand ready as code accept what Ajv accepts, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testArtifact } from '../service/test/artifact.ts';
import * as quickChecks from './quick-checks.ts';
import { ajvOfAll } from './validate.ts';

const AJV = ajvOfAll({});
const CHECKS = { ...quickChecks };

function assertAgree(name: keyof typeof CHECKS, id: string, value: unknown): boolean {
  const fits = AJV.getSchema(id)?.(value);
  // Written out only where they differ: a header is long, and there are thousands.
  if (CHECKS[name](value) !== fits)
    assert.fail(`not ${fits}: ${JSON.stringify(value).slice(0, 300)}`);
  return fits === true;
}

const ODD = [null, true, '', 'x', -1, 0, 0.5, 1e9, Number.NaN, [], {}, [null], { x: 1 }];

/**
 * The value with one part changed: another value, one field less, one more. Of an array its first and
 * last: all its entries have one schema, and tables of planes have thousands.
 */
function* changed(value: unknown): Generator<unknown> {
  yield* ODD;
  if (Array.isArray(value)) {
    yield [...value, ...value];
    for (const [i, part] of value.entries())
      if (i === 0 || i === value.length - 1)
        for (const other of changed(part)) yield value.with(i, other);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, more: 1 };
    for (const [name, part] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const other of changed(part)) yield { ...value, [name]: other };
    }
  }
}

test('headers of datasets', () => {
  const { header } = testArtifact();
  const id = 'data/pv-yield-header.schema.json';
  assert.ok(assertAgree('pvYieldHeader', id, header));
  let accepted = 0;
  let refused = 0;
  for (const other of changed(header)) {
    if (assertAgree('pvYieldHeader', id, other)) accepted++;
    else refused++;
  }
  assert.ok(accepted > 10 && refused > 300, `${accepted} accepted, ${refused} refused`);
});

const anyField = fc.oneof(
  fc.double(),
  fc.double({ min: -1, max: 400, noNaN: true }),
  fc.constantFrom(...ODD, 90, 360, 0.6, 10_000, 90.000001),
);
const plane = {
  lat: anyField,
  lng: anyField,
  tilt: anyField,
  azimuth: anyField,
  kwp: anyField,
  system_loss: anyField,
  shading: anyField,
  id: anyField,
  foo: anyField,
};

test('queries and items of a batch', () => {
  const item = fc.oneof(
    fc.record(plane, { requiredKeys: [] }),
    fc
      .record({ ...plane, lat: fc.constant(59), lng: fc.constant(18), tilt: fc.constant(40) })
      .map(({ foo, ...rest }) => rest),
    fc.constant({ lat: 59, lng: 18, tilt: 40, azimuth: 180 }),
  );
  fc.assert(
    fc.property(item, (value) => {
      assertAgree('pvYieldQuery', 'api/pv-yield-query.schema.json', value);
      assertAgree('pvYieldBatchItem', 'api/pv-yield-batch-item.schema.json', value);
    }),
    { numRuns: 3000 },
  );
});

test('bodies of batches', () => {
  for (const length of [0, 1, 50, 51]) {
    const body = { items: Array(length).fill({}) };
    const id = 'api/pv-yield-batch-request.schema.json';
    assert.equal(assertAgree('pvYieldBatchRequest', id, body), length > 0 && length < 51);
    for (const other of changed({ items: [1] })) assertAgree('pvYieldBatchRequest', id, other);
  }
});
