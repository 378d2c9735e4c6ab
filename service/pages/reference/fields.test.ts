import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENT, type Schema } from './document.ts';
import { fieldsOf } from './fields.ts';
import { readIndex, readOperations, searchEntries } from './operations.ts';

const operations = readOperations();
const fields = operations
  .flatMap(({ parameters, body, answer }) => [parameters, body, answer])
  .flat();

/** Every name of a property below, but for those of error bodies, which each status tells in words. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'properties' in part ? Object.keys(part.properties as object) : [];
  return [...own, ...Object.values(part).flatMap(namesIn)];
}

test('every property of every schema is a field of some operation', () => {
  const shown = new Set(fields.flatMap(({ path }) => path.split(/[.[\]]+/)));
  const { ErrorBody: _, ApiError: __, ...schemas } = DOCUMENT.components.schemas;
  for (const [name, schema] of Object.entries(schemas)) {
    if (name.startsWith('PvYieldBatchFailure')) continue;
    for (const property of namesIn(schema)) assert.ok(shown.has(property), `${name}.${property}`);
  }
});

test('a field has one place on its page, with its type and what it means', () => {
  for (const { id, parameters, body, answer } of operations) {
    const all = [...parameters, ...body, ...answer];
    assert.equal(new Set(all.map((field) => field.id)).size, all.length, id);
    for (const field of all) {
      assert.match(field.id, /^(query|header|body|answer)\.[\w.*-]+$/);
      assert.doesNotMatch(field.html, /<(?!\/?(code|strong|em|a)\b)/, `${id} ${field.id}`);
    }
  }
});

test('bounds, alternatives, defaults and what is required are told', () => {
  const schema: Schema = {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'number', exclusiveMinimum: 0, maximum: 9, description: 'An `a`.' },
      b: { anyOf: [{ type: 'null' }, { enum: ['x', 'y'] }], default: null },
      c: { type: 'array', minItems: 1, maxItems: 3, items: { properties: { d: { const: 1 } } } },
    },
  };
  assert.deepEqual(fieldsOf(schema, 'body'), [
    {
      id: 'body.a',
      path: 'a',
      facts: ['number', '> 0', '≤ 9'],
      required: true,
      html: 'An <code>a</code>.',
    },
    {
      id: 'body.b',
      path: 'b',
      facts: ['null or "x" or "y"', 'default null'],
      required: false,
      html: '',
    },
    { id: 'body.c', path: 'c', facts: ['array of 1 to 3'], required: false, html: '' },
    { id: 'body.c.d', path: 'c[].d', facts: ['1'], required: false, html: '' },
  ]);
});

test('every operation is in the list and in the search', () => {
  const ids = operations.map(({ id }) => id);
  assert.equal(ids.length, Object.values(DOCUMENT.paths).flatMap(Object.keys).length);
  const listed = readIndex(operations).groups.flatMap((group) =>
    group.operations.map(({ id }) => id),
  );
  assert.deepEqual(listed.toSorted(), ids.toSorted());
  assert.deepEqual(
    searchEntries(operations).map(({ id }) => id),
    ids,
  );
});
