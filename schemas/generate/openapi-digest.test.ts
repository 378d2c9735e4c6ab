import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type OpenapiDocument, openapiDigest, openapiDigests, readOpenapi } from './openapi.ts';

const DIGESTS = new URL('../openapi.sha256', import.meta.url);

test('the contracts are those whose digests are committed', () => {
  const message =
    'The contract moved: an operation, a schema or an example is another than at the last commit. ' +
    'If that is wanted, run "make schemas" and commit schemas/openapi.sha256; see what moved in ' +
    'openapi.yaml, *.schema.json and examples/.';
  assert.equal(openapiDigests(), readFileSync(DIGESTS, 'utf8'), message);
});

/** A document that has a tilt in one operation. */
function documentWith(schema: object, schemas: object): OpenapiDocument {
  const operation = { parameters: [{ name: 'tilt', schema }] };
  return { paths: { '/roof': { get: operation } }, components: { schemas } } as never;
}

test('the digest moves with what a reference means, however deep', () => {
  const named = { $ref: '#/components/schemas/Tilt' };
  const chain = (maximum: number) => ({
    Tilt: { allOf: [{ $ref: '#/components/schemas/Angle' }] },
    Angle: { type: 'number', maximum },
  });
  const digest = openapiDigest(documentWith(named, chain(90)));
  assert.equal(openapiDigest(documentWith(named, chain(90))), digest);
  assert.notEqual(openapiDigest(documentWith(named, chain(91))), digest);
  const described = { ...named, description: 'Its tilt.' };
  assert.notEqual(openapiDigest(documentWith(described, chain(90))), digest);
});

test('the digest is the same where the shape stands in place of a reference to it', () => {
  const shape = { type: 'number', maximum: 90 };
  const named = documentWith({ $ref: '#/components/schemas/Tilt' }, { Tilt: shape });
  assert.equal(openapiDigest(named), openapiDigest(documentWith(shape, { Tilt: shape })));
});

test('the digest moves with every word of the contract', () => {
  const document = readOpenapi();
  const text = JSON.stringify(document);
  const changed = text.replace('Panel tilt', 'A panel’s tilt');
  assert.notEqual(changed, text);
  assert.notEqual(openapiDigest(JSON.parse(changed)), openapiDigest(document));
});
