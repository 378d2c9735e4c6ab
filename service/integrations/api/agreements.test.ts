import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementOf, putAgreement } from '../store/agreements.ts';
import { putDocument } from '../store/documents.ts';
import { OFFER, PDF, PROSPECT, SIGNEES } from '../test/bodies.ts';
import { rawCall, refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';
import { moveOffer } from '../test/stored-offers.ts';

const { organisation, key } = testOrganisation('solfirman');
const without = testOrganisation('utan', { signature: null });
const { base, call, store, log } = await startIntegrations([{ organisation, key }, without]);
for (const one of [key, without.key]) await call(one, 'PUT', '/prospects/p1', PROSPECT);

async function offer(id: string, whose = key): Promise<string> {
  await call(whose, 'PUT', `/offers/${id}`, OFFER);
  await call(whose, 'PUT', `/offers/${id}/agreement/document`, PDF);
  return `/offers/${id}`;
}

test('a document is stored byte by byte with its hash, and the same upload again is the same version', async () => {
  const path = await offer('documents');
  const again = await call(key, 'PUT', `${path}/agreement/document`, PDF);
  const { id, version, bytes, sha256 } = again.json;
  assert.deepEqual([id, version, bytes], ['agreement_1', 1, PDF.length]);
  assert.match(sha256, /^[0-9a-f]{64}$/);
  const other = Buffer.concat([PDF, Buffer.from([0, 255, 10])]);
  assert.equal((await call(key, 'PUT', `${path}/agreement/document`, other)).json.version, 2);
  const response = await fetch(`${base}/integrations/v1${path}/documents/agreement_2`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), other);
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment/);
  refusal(await call(key, 'GET', `${path}/documents/agreement_3`), 404, 'not_found');
});

test('an upload takes the place of one that was not sent, and of no other', async () => {
  const path = await offer('replaced');
  const versions = async () =>
    (await call(key, 'GET', path)).json.documents.map(({ id }: { id: string }) => id);
  const upload = (more: string) =>
    call(key, 'PUT', `${path}/agreement/document`, Buffer.concat([PDF, Buffer.from(more)]));
  await upload('2');
  assert.deepEqual(await versions(), ['agreement_2']);
  await call(key, 'POST', `${path}/agreement`, { signees: SIGNEES });
  await moveOffer(store, 'solfirman', 'replaced', { state: 'revoked' });
  await upload('3');
  assert.deepEqual(await versions(), ['agreement_2', 'agreement_3']);
  const createdAt = '2026-11-21T00:00:00.000Z';
  await store.change('solfirman', (change) =>
    putDocument(change, {
      offerId: 'replaced',
      agreementId: null,
      kind: 'signed',
      content: PDF,
      createdAt,
    }),
  );
  assert.deepEqual(await versions(), ['agreement_2', 'agreement_3', 'signed_1']);
});

test('what is no PDF is 422, beyond 10 MiB 413, and of no offer 404', async () => {
  const path = await offer('pdf');
  for (const body of [Buffer.from('<html>'), Buffer.from('')]) {
    const answer = await call(key, 'PUT', `${path}/agreement/document`, body);
    refusal(answer, 422, 'invalid_parameter');
  }
  const largest = Buffer.concat([PDF, Buffer.alloc(10_485_760 - PDF.length)]);
  assert.equal((await call(key, 'PUT', `${path}/agreement/document`, largest)).status, 200);
  const beyond = Buffer.concat([largest, Buffer.alloc(1)]);
  const url = `${base}/integrations/v1${path}/agreement/document`;
  refusal(await rawCall(url, key, 'PUT', beyond), 413, 'body_too_large');
  refusal(await call(key, 'PUT', '/offers/none/agreement/document', PDF), 404, 'not_found');
});

test('an offer goes out once: it is locked, and the same signees again are the same agreement', async () => {
  const path = await offer('out');
  const sent = await call(key, 'POST', `${path}/agreement`, { signees: SIGNEES });
  assert.equal(sent.status, 202);
  assert.equal(sent.json.state, 'draft');
  assert.deepEqual(
    sent.json.signees.map(({ id, email, status }: Record<string, string>) => [id, email, status]),
    [
      ['anna', 'anna@example.se', 'pending'],
      ['bo', 'bo@example.se', 'pending'],
    ],
  );
  const again = await call(key, 'POST', `${path}/agreement`, { signees: SIGNEES });
  assert.deepEqual([again.status, again.text], [202, sent.text]);
  assert.deepEqual((await call(key, 'GET', `${path}/agreement`)).json, sent.json);
  assert.equal((await call(key, 'GET', path)).json.state, 'out_for_signature');
  refusal(await call(key, 'PUT', `${path}/agreement/document`, PDF), 409, 'conflict');
  const others = { signees: SIGNEES.slice(1) };
  refusal(await call(key, 'POST', `${path}/agreement`, others), 409, 'conflict');
  const { tasks } = (await call(key, 'GET', '/tasks')).json;
  assert.equal(
    tasks.filter((task: { subject: string }) => task.subject === sent.json.id).length,
    1,
  );
});

test('signees’ numbers are sealed for that very agreement, and shown nowhere', async () => {
  const path = await offer('numbers');
  const { text } = await call(key, 'POST', `${path}/agreement`, { signees: SIGNEES });
  const stored = await agreementOf(store.of('solfirman'), 'numbers');
  assert.deepEqual(stored?.decryptPersonalNumbers(), ['191212121212', null]);
  assert.doesNotMatch(text + JSON.stringify(stored), /1212-?1212/);
  const rows = await store.of('solfirman').query('select * from agreement where org = $1');
  assert.doesNotMatch(JSON.stringify(rows), /1212-?1212|Anna|example/);
  assert.ok(!log.some((line) => /1212-?1212|Anna|example\.se/.test(line)));
});

test('an agreement that cannot be sent is refused with its field or its reason', async () => {
  const path = await offer('wrong');
  const [anna, bo] = SIGNEES;
  const faults: [object, string][] = [
    [{ signees: [] }, 'signees'],
    [{ signees: [anna, { ...bo, id: 'anna' }] }, 'signees[1].id'],
    [{ signees: [{ ...bo, id: '191212121212' }] }, 'signees[0].id'],
    [{ signees: [{ ...bo, email: 'bo' }] }, 'signees[0].email'],
    [{ signees: [{ ...bo, method: 'fax' }] }, 'signees[0].method'],
    [{ signees: [{ ...bo, personal_number: '19121212-1213' }] }, 'signees[0].personal_number'],
  ];
  for (const [body, field] of faults) {
    const answer = await call(key, 'POST', `${path}/agreement`, body);
    const error = refusal(answer, 422, 'invalid_parameter');
    assert.equal(error.field, field, error.message);
    assert.doesNotMatch(error.message, /fax|1212/);
  }
  await call(key, 'PUT', '/offers/bare', OFFER);
  const bare = await call(key, 'POST', '/offers/bare/agreement', { signees: SIGNEES });
  assert.match(refusal(bare, 409, 'conflict').message, /no document to sign/);
  const theirs = await offer('theirs', without.key);
  const answer = await call(without.key, 'POST', `${theirs}/agreement`, { signees: SIGNEES });
  refusal(answer, 409, 'provider_not_configured');
});

test('an agreement is taken back until it has come to an end; then the offer may be changed', async () => {
  const path = await offer('back');
  refusal(await call(key, 'POST', `${path}/agreement/revoke`), 404, 'not_found');
  const { json } = await call(key, 'POST', `${path}/agreement`, { signees: SIGNEES });
  assert.equal((await call(key, 'POST', `${path}/agreement/revoke`)).status, 202);
  const { tasks } = (await call(key, 'GET', '/tasks')).json;
  assert.ok(
    tasks.some(
      (task: Record<string, string>) => task.kind === 'sign.revoke' && task.subject === json.id,
    ),
  );

  await store.change('solfirman', async (change) => {
    const { agreement } = (await agreementOf(change, 'back')) ?? assert.fail();
    await putAgreement(change, 'back', { ...agreement, state: 'revoked' });
  });
  await moveOffer(store, 'solfirman', 'back', { state: 'revoked' });
  refusal(await call(key, 'POST', `${path}/agreement/revoke`), 409, 'conflict');
  assert.equal((await call(key, 'PUT', path, { ...OFFER, title: 'New' })).json.state, 'draft');
  const second = await call(key, 'POST', `${path}/agreement`, { signees: SIGNEES });
  assert.notEqual(second.json.id, json.id);
  assert.equal((await call(key, 'GET', `${path}/agreement`)).json.id, second.json.id);
});
