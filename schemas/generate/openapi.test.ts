import assert from 'node:assert/strict';
import { test } from 'node:test';
import tariffsQuery from '../api/grid-tariffs-query.schema.json' with { type: 'json' };
import matrixQuery from '../api/pv-yield-matrix-query.schema.json' with { type: 'json' };
import lookupQuery from '../api/pv-yield-query.schema.json' with { type: 'json' };
import marketQuery from '../api/simulation-market-query.schema.json' with { type: 'json' };
import { bundleOpenapi } from './bundle-openapi.ts';
import { dereference, type Json, type JsonObject, operationsOf, readOpenapi } from './openapi.ts';

const DOCUMENT = JSON.parse(JSON.stringify(readOpenapi()));

/** Error statuses of each operation, from the interface's endpoint table. The series, which it lacks, as the batch. */
const ERROR_STATUSES: Record<string, number[]> = {
  'get /api/v1/pv-yield': [401, 422, 429, 503],
  'post /api/v1/pv-yield/batch': [400, 401, 413, 422, 429, 503],
  'post /api/v1/pv-yield/series': [400, 401, 413, 422, 429, 503],
  'get /api/v1/pv-yield/matrix': [401, 422, 429, 503],
  'get /api/v1/pv-yield/meta': [401, 422, 429, 503],
  'post /api/v1/simulation': [400, 401, 413, 422, 429, 503],
  'post /api/v1/simulation/battery-strategies': [400, 401, 413, 422, 429, 503],
  'post /api/v1/simulation/range': [400, 401, 413, 422, 429, 503],
  'post /api/v1/simulation/verdict': [400, 401, 413, 422, 429, 503],
  'get /api/v1/simulation/market': [401, 422, 429, 503],
  'get /api/v1/simulation/tariffs': [401, 422, 429, 503],
  'get /api/v1/pv-yield/openapi.json': [],
  'get /api/v1/simulation/openapi.json': [],
};

/** Operations of the list that can answer 304. */
const CACHED =
  /^(get|post) \/api\/v1\/(pv-yield(\/batch|\/series|\/matrix|\/meta)?|simulation\/(market|tariffs))$/;

/** Every object of the document with the JSON pointer to it. */
function* objects(node: Json, pointer = '#'): Generator<[string, JsonObject]> {
  if (node === null || typeof node !== 'object') return;
  if (!Array.isArray(node)) yield [pointer, node];
  for (const [name, child] of Object.entries(node)) {
    yield* objects(child, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

/** Every operation with what its references mean in their place. */
const OPERATIONS = operationsOf(dereference(readOpenapi())).map((operation) => ({
  ...operation,
  name: `${operation.method.toLowerCase()} ${operation.path}`,
  answers: Object.entries(operation.responses),
}));

test('the document is what openapi.yaml, the schemas and the examples make', () => {
  assert.deepEqual(DOCUMENT, bundleOpenapi());
});

test('it is interface version 1.1.0 in OpenAPI 3.1, for the host that serves it', () => {
  assert.match(String(DOCUMENT.openapi), /^3\.1\.\d$/);
  assert.equal(DOCUMENT.info.version, '1.1.0');
  assert.deepEqual(DOCUMENT.servers[0].url, '/');
  assert.deepEqual(DOCUMENT.security, [{}, { apiKey: [] }]);
  const { type, in: place, name } = DOCUMENT.components.securitySchemes.apiKey;
  assert.deepEqual([type, place, name], ['apiKey', 'header', 'x-api-key']);
});

test('nothing is left of the schemas as files', () => {
  for (const [pointer, object] of objects(DOCUMENT)) {
    for (const keyword of ['$id', '$schema', '$defs']) {
      assert.ok(!(keyword in object), `${pointer} has ${keyword}`);
    }
  }
});

test('a schema with a title is a component of that name, wherever it is', () => {
  for (const [pointer, { title }] of objects(DOCUMENT.components.schemas)) {
    assert.notEqual(typeof title, 'string', `${pointer} is in place, but has the title ${title}`);
  }
  for (const name of [
    'Coverage',
    'ErrorCode',
    'Interpolation',
    'PvYieldBatchItem',
    'SimulationYear',
  ]) {
    assert.ok(name in DOCUMENT.components.schemas, name);
  }
});

test('every operation is the interface table’s, with its error statuses and 404, 405 and 500', () => {
  const documented = OPERATIONS.map(({ name, answers }) => [
    name,
    answers.map(([status]) => Number(status)).filter((status) => status >= 400),
  ]);
  const expected = Object.entries(ERROR_STATUSES).map(([name, statuses]) => [
    name,
    [...statuses, 404, 405, 500].sort((a, b) => a - b),
  ]);
  assert.deepEqual(Object.fromEntries(documented), Object.fromEntries(expected));
});

test('every response has its headers', () => {
  for (const { name, answers } of OPERATIONS) {
    const counted = ERROR_STATUSES[name].length > 0;
    for (const [status, { headers }] of answers) {
      const expected = ['X-Request-Id', 'Cache-Control'];
      if (['200', '304'].includes(status) && CACHED.test(name)) expected.push('ETag');
      if (counted && !['401', '404', '405', '500'].includes(status)) {
        expected.push('RateLimit', 'RateLimit-Policy');
      }
      if (['429', '503'].includes(status)) expected.push('Retry-After');
      if (status === '405') expected.push('Allow');
      assert.deepEqual(Object.keys(headers).toSorted(), expected.toSorted(), `${name} ${status}`);
    }
  }
});

test('answers with an ETag take If-None-Match and can be 304 without a body', () => {
  for (const { name, parameters, responses } of OPERATIONS) {
    const headers = parameters.map((one) => one.name);
    assert.ok(headers.includes('X-Request-Id'), name);
    assert.equal(headers.includes('If-None-Match'), CACHED.test(name), name);
    assert.equal('304' in responses, CACHED.test(name), name);
    assert.equal(responses['304']?.content, undefined);
  }
});

test('every body has an example', () => {
  for (const { name, requestBody, answers } of OPERATIONS) {
    const bodies = answers.filter(([status]) => status !== '304');
    const request = Object.entries(requestBody ? { request: requestBody } : {});
    for (const [status, { content }] of [...bodies, ...request]) {
      const examples = content?.['application/json'].examples ?? {};
      // The interface table has it. The call takes no parameters that could be wrong.
      const isNeverSent = name === 'get /api/v1/pv-yield/meta' && status === '422';
      assert.equal(Object.keys(examples).length > 0, !isNeverSent, `${name} ${status}`);
    }
  }
});

test('query parameters have the interface table’s bounds and defaults', () => {
  const [lookup] = OPERATIONS;
  const table = lookup.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema }) => {
      const { type, minimum, maximum, default: value = null } = schema;
      return [name, type, required, minimum, maximum, value];
    });
  assert.deepEqual(table, [
    ['lat', 'number', true, -90, 90, null],
    ['lng', 'number', true, -180, 180, null],
    ['tilt', 'number', true, 0, 90, null],
    ['azimuth', 'number', true, 0, 360, null],
    ['kwp', 'number', false, 0, 10000, null],
    ['system_loss', 'number', false, 0, 0.6, 0.14],
    ['shading', 'number', false, 0, 1, 1],
  ]);
});

test('query parameters have the descriptions of their schema’s fields', () => {
  for (const { name, parameters } of OPERATIONS) {
    for (const { in: place, schema, description } of parameters) {
      if (place === 'query') assert.equal(description, schema.description, name);
    }
  }
});

test('query parameters are those of the schemas that the service checks', () => {
  for (const [path, { required, properties }] of [
    ['/api/v1/pv-yield', lookupQuery] as const,
    ['/api/v1/pv-yield/matrix', matrixQuery] as const,
    ['/api/v1/simulation/market', marketQuery] as const,
    ['/api/v1/simulation/tariffs', tariffsQuery] as const,
  ]) {
    const { parameters } =
      OPERATIONS.find(({ name }) => name === `get ${path}`) ?? assert.fail(path);
    const query = parameters.filter((one) => one.in === 'query');
    assert.deepEqual(
      query.map(({ name }) => name),
      Object.keys(properties),
    );
    assert.deepEqual(
      query.filter((one) => one.required).map(({ name }) => name),
      required,
    );
  }
});
