import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInline } from 'marked';
import { readOpenapi } from '../../../schemas/generate/openapi.ts';
import { fieldsOf, type Schema, treeOf } from './fields.ts';
import { readReference, searchEntries } from './operations.ts';

const DOCUMENT = readOpenapi();
const reference = readReference();
const pages = reference.operations.map(({ operationId, parts }) => ({
  operationId,
  fields: parts.flatMap(({ fields }) => fields),
}));

/** Every name of a property below, but for those of error bodies, which each status describes in words. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'properties' in part ? Object.keys(part.properties as object) : [];
  return [...own, ...Object.values(part).flatMap(namesIn)];
}

test('every property of every schema is a field of some operation', () => {
  const shown = new Set(
    pages.flatMap(({ fields }) => fields).flatMap(({ path }) => path.split(/[.[\]]+/)),
  );
  const { ErrorBody: _, ApiError: __, ...schemas } = DOCUMENT.components.schemas;
  for (const [name, schema] of Object.entries(schemas)) {
    if (name.startsWith('PvYieldBatchFailure')) continue;
    for (const property of namesIn(schema)) assert.ok(shown.has(property), `${name}.${property}`);
  }
});

test('a field has one place on its page, with its type and what it means', () => {
  for (const { operationId, fields } of pages) {
    assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length, operationId);
    for (const { id, text } of fields) {
      assert.match(id, /^(query|header|body|answer|status)\.[\w.*-]+$/);
      const html = parseInline(text, { async: false });
      assert.doesNotMatch(html, /<(?!\/?(code|strong|em|a)\b)/, `${operationId} ${id}`);
    }
  }
});

test('each field is once in the tree, below the one whose path begins its own', () => {
  const count = (tree: ReturnType<typeof treeOf>): number =>
    tree.reduce((sum, { children }) => sum + 1 + count(children), 0);
  for (const { parts } of reference.operations)
    for (const { fields } of parts) assert.equal(count(treeOf(fields)), fields.length);
  const body = reference.operations
    .find(({ operationId }) => operationId === 'postSimulation')
    ?.parts.find(({ id }) => id === 'body');
  const battery = treeOf(body?.fields ?? []).find(({ name }) => name === 'battery');
  assert.ok(battery?.children.some(({ id }) => id === 'body.battery.soc_min'));
});

test('bounds, alternatives, defaults and required fields are shown', () => {
  const schema: Schema = {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'number', exclusiveMinimum: 0, maximum: 9, description: 'An `a`.' },
      b: { anyOf: [{ type: 'null' }, { enum: ['x', 'y'] }], default: null },
      e: { anyOf: [{ type: 'null' }, { type: 'number', minimum: 2 }] },
      c: { type: 'array', minItems: 1, maxItems: 3, items: { properties: { d: { const: 1 } } } },
    },
  };
  assert.deepEqual(fieldsOf(schema, 'body'), [
    {
      id: 'body.a',
      path: 'a',
      facts: ['number', '> 0', '≤ 9'],
      required: true,
      text: 'An `a`.',
    },
    {
      id: 'body.b',
      path: 'b',
      facts: ['null or "x" or "y"', 'default null'],
      required: false,
      text: '',
    },
    { id: 'body.e', path: 'e', facts: ['null or number', '≥ 2'], required: false, text: '' },
    { id: 'body.c', path: 'c', facts: ['array of 1 to 3'], required: false, text: '' },
    { id: 'body.c.d', path: 'c[].d', facts: ['1'], required: false, text: '' },
  ]);
});

test('every rule is in a group, and the search lists operations before fields', () => {
  const ids = Object.values(DOCUMENT.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const rules = reference.rules.map(([, markdown]) => markdown);
  assert.ok(rules.every((text) => text.startsWith('- **')));
  assert.equal(
    rules.join('\n').match(/^- /gm)?.length,
    DOCUMENT.info.description.match(/^- /gm)?.length,
  );
  const entries = searchEntries(reference);
  assert.doesNotMatch(JSON.stringify(entries), /&#?\w+;/, 'texts, not HTML');
  assert.deepEqual(
    entries
      .slice(0, ids.length)
      .map(([href]) => href)
      .toSorted(),
    ids.toSorted(),
  );
});

test('Swedish words find the operations and the fields that they name', () => {
  const entries = searchEntries(reference);
  for (const [word, ...sought] of [
    ['batteri', 'postBatteryStrategies', 'postSimulation#body.battery.capacity_kwh'],
    ['elpris', 'getSimulationMarket', 'postSimulation#body.prices.import_sek_per_kwh'],
    ['lutning', 'getPvYield#query.tilt', 'getPvYield#answer.optimal.tilt_deg'],
  ]) {
    const found = entries.filter((entry) => entry.join(' ').includes(word)).map(([href]) => href);
    for (const href of sought) assert.ok(found.includes(href), `${word}: ${href}`);
    assert.ok(found.length < entries.length / 3, word);
  }
  const grid = entries.filter(([href]) => href.endsWith('grid_deg'));
  assert.ok(grid.every(([, , keywords]) => !keywords.includes('elnät')));
});
