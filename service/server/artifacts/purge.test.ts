/** Publishing tells shared caches which build's answers to forget. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { LOOKUP, rawCall, startTestService, testLoaded } from '../../test/service.ts';
import { cacheTagIn } from './cache-tag.ts';
import { purgeCaches } from './purge.ts';
import { pointerOf, publish, startStore } from './s3-store.test-kit.ts';

const root = testFolder();
const [A, B] = ['a', 'b'].map((name) => join(root, name));
await writeBuild(A, '1.0.0');
await writeBuild(B, '1.1.0');

test('the first build purges nothing, a second the first, a third is current in spite of a failure', async () => {
  const s3 = await startStore('kept');
  const PURGE = `echo "$FORMER_TAG $TAG" >> ${join(root, 'said')}; exit 3`;
  assert.equal((await publish(s3, A, { PURGE })).status, 0);
  const { status, said } = await publish(s3, B, { PURGE });
  assert.equal(status, 1);
  const [from, to] = [cacheTagIn(A), cacheTagIn(B)];
  assert.equal(readFileSync(join(root, 'said'), 'utf8'), `${from} ${to}\n`);
  assert.match(said, new RegExp(`PURGE ended with 3: .* Run it by hand, with FORMER_TAG=${from}`));
  assert.equal((await pointerOf(s3)).dataset, '1.1.0');
});

test('caches are told twice: a node may be a little late', async () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const build = (text: string) => ({
    dataset: '1.0.0',
    digests: { 'manifest.json': digest(text) },
  });
  const file = join(root, 'twice');
  await purgeCaches(`echo "$FORMER_TAG" >> ${file}`, build('a'), build('b'), 1);
  const tag = `sun-${digest('a').slice(0, 16)}`;
  assert.equal(readFileSync(file, 'utf8'), `${tag}\n${tag}\n`);
});

test('answers that are kept have the tag of their build; errors have none', async () => {
  const { base } = await startTestService({ loaded: { ...testLoaded(), cacheTag: cacheTagIn(A) } });
  const { headers } = await rawCall(base, LOOKUP);
  assert.equal(headers['cache-control'], 'public, max-age=86400');
  assert.equal(headers['cdn-cache-control'], 'public, max-age=86400, stale-while-revalidate=600');
  assert.equal(headers['surrogate-key'], cacheTagIn(A));
  assert.equal(headers['cache-tag'], cacheTagIn(A));
  const known = await rawCall(base, LOOKUP, { headers: { 'if-none-match': headers.etag } });
  assert.deepEqual([known.status, known.headers['cache-tag']], [304, cacheTagIn(A)]);
  const refused = await rawCall(base, `${LOOKUP}&kwp=-1`);
  assert.equal(refused.status, 422);
  for (const name of ['cdn-cache-control', 'surrogate-key', 'cache-tag'])
    assert.equal(refused.headers[name], undefined, name);
});
