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

const root = testFolder();
const A = join(root, 'a');
await writeBuild(A, '1.0.0');

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const build = (text: string) => ({ dataset: '1.0.0', digests: { 'manifest.json': digest(text) } });
const [FORMER, NOW] = ['a', 'b'].map((text) => `sun-${digest(text).slice(0, 16)}`);

test('caches are told three times: a node may be a little late, and a cache away at first', async () => {
  const file = join(root, 'told');
  const fails = `echo "$FORMER_TAG $TAG" >> ${file}; [ $(wc -l < ${file}) -gt 1 ]`;
  await purgeCaches(fails, build('a'), build('b'), [1, 1]);
  assert.equal(readFileSync(file, 'utf8'), `${FORMER} ${NOW}\n`.repeat(3));
});

test('a cache that is away at last, too, is told with the way to do it by hand', async () => {
  await assert.rejects(
    purgeCaches('exit 3', build('a'), build('b'), [1]),
    new RegExp(`PURGE ended with 3: .* Run it by hand, with FORMER_TAG=${FORMER} TAG=${NOW}\\.`),
  );
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
