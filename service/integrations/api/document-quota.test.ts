/** A tenant's quota: the versions of a draft's document, and what all its documents come to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putDocument } from '../store/agreements.ts';
import { OFFER, PDF, PROSPECT, SIGNEES } from '../test/bodies.ts';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';

const MB = 1_000_000;
const mine = testOrganisation('solfirman', { documentMb: 20 });
const other = testOrganisation('annan', { documentMb: 20 });

/** A PDF of that size, other than those before. */
let made = 0;
function pdf(bytes = 100): Buffer {
  const begin = Buffer.concat([PDF, Buffer.from(` ${++made} `)]);
  return Buffer.concat([begin, Buffer.alloc(bytes - begin.length)]);
}

async function start() {
  const { call, store } = await startIntegrations([mine, other]);
  const put = (key: string, offer: string, content: Buffer) =>
    call(key, 'PUT', `/offers/${offer}/agreement/document`, content);
  for (const { key } of [mine, other]) await call(key, 'PUT', '/prospects/p1', PROSPECT);
  for (const offer of ['o1', 'o2']) await call(mine.key, 'PUT', `/offers/${offer}`, OFFER);
  await call(other.key, 'PUT', '/offers/o1', OFFER);
  const documents = async () =>
    (await call(mine.key, 'GET', '/offers/o1')).json.documents.map(({ id }: { id: string }) => id);
  return { call, store, put, documents };
}

test('a draft has three versions of its document, the same one again is none', async () => {
  const { call, put, documents } = await start();
  const [first, second, third] = [pdf(), pdf(), pdf()];
  for (const content of [first, second, third, third]) {
    assert.equal((await put(mine.key, 'o1', content)).status, 200);
  }
  const { message } = refusal(await put(mine.key, 'o1', pdf()), 409, 'quota_exceeded');
  assert.match(message, /^The draft has 3 versions of its document, its quota is 3\. Erase one/);
  assert.equal((await put(mine.key, 'o2', pdf())).status, 200);

  assert.equal((await call(mine.key, 'DELETE', '/offers/o1/documents/agreement_2')).status, 204);
  assert.equal((await put(mine.key, 'o1', pdf())).json.id, 'agreement_4');
  assert.deepEqual(await documents(), ['agreement_1', 'agreement_3', 'agreement_4']);
  refusal(await call(mine.key, 'DELETE', '/offers/o1/documents/agreement_2'), 404, 'not_found');
});

test('what was sent counts for no draft, and is not erased', async () => {
  const { call, put, documents, store } = await start();
  for (let i = 0; i < 3; i++) assert.equal((await put(mine.key, 'o1', pdf())).status, 200);
  const sent = await call(mine.key, 'POST', '/offers/o1/agreement', { signees: SIGNEES });
  assert.equal(sent.status, 202);
  refusal(await call(mine.key, 'DELETE', '/offers/o1/documents/agreement_1'), 409, 'conflict');
  await store.change('solfirman', (change) =>
    change.query(`update offer set state = 'revoked' where org = $1 and id = 'o1'`),
  );
  const kept = await call(mine.key, 'DELETE', '/offers/o1/documents/agreement_1');
  assert.match(refusal(kept, 409, 'conflict').message, /was sent out or has come back signed/);
  for (let i = 0; i < 3; i++) assert.equal((await put(mine.key, 'o1', pdf())).status, 200);
  refusal(await put(mine.key, 'o1', pdf()), 409, 'quota_exceeded');
  assert.equal((await call(mine.key, 'DELETE', '/offers/o1/documents/agreement_6')).status, 204);
  assert.equal((await documents()).length, 5);
});

test('all documents of an organisation come to its quota and no further; another has its own', async () => {
  const { call, put, store } = await start();
  assert.equal((await put(mine.key, 'o1', pdf(10 * MB))).status, 200);
  assert.equal((await put(mine.key, 'o2', pdf(10 * MB))).status, 200);
  const { message } = refusal(await put(mine.key, 'o2', pdf(100_000)), 409, 'quota_exceeded');
  assert.match(message, /documents would come to 20\.1 MB, its quota is 20 MB/);
  assert.equal((await put(other.key, 'o1', pdf(10 * MB))).status, 200);
  // What comes back signed is kept all the same, and counts.
  await store.change('solfirman', (change) =>
    putDocument(change, {
      offerId: 'o1',
      agreementId: 'a1',
      kind: 'signed',
      content: pdf(MB),
      createdAt: '2026-11-23T08:00:00.000Z',
    }),
  );
  assert.equal((await call(mine.key, 'DELETE', '/offers/o2/documents/agreement_1')).status, 204);
  refusal(await put(mine.key, 'o2', pdf(10 * MB)), 409, 'quota_exceeded');
  assert.equal((await put(mine.key, 'o2', pdf(9 * MB))).status, 200);
});
