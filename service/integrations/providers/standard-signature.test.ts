import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testClock } from '../test/clock.ts';
import { startBridgeFake } from '../test/fakes/bridge.ts';
import { signatureContract } from '../test/signature-contract.ts';
import { EVENT_TYPES, standardSignature } from './standard-signature.ts';

async function start() {
  const fake = await startBridgeFake();
  after(fake.close);
  return {
    fake,
    signature: standardSignature({ baseUrl: fake.url, token: fake.token }, testClock()),
    stranger: standardSignature({ baseUrl: fake.url, token: 'nobody' }, testClock()),
  };
}

signatureContract('The bridge', start);

test('the webhook is registered once, with all six kinds', async () => {
  const { signature, fake } = await start();
  const url = 'https://example.com/integrations/hooks/standard/solfirman';
  fake.webhooks.push({ url: 'https://example.com/another', events: [...EVENT_TYPES] });
  await signature.registerHook(url);
  await signature.registerHook(url);
  assert.deepEqual(fake.webhooks[1], { url, events: EVENT_TYPES });
  assert.equal(fake.calls.filter(({ method }) => method === 'POST').length, 1);
  fake.webhooks[1].events = ['agreement.signed'];
  await signature.registerHook(url);
  assert.deepEqual(fake.webhooks[1], { url, events: EVENT_TYPES });
  assert.equal(fake.webhooks.length, 2);
});

test('a word that the contract has not is no end, and nobody’s data is taken for one', async () => {
  const { signature, fake } = await start();
  const read = (state: string) => {
    fake.refuses = () => ({ status: 200, body: { state, signees: [] } });
    return signature.read('agr_1', []);
  };
  assert.deepEqual(await read('fulfilled'), { state: 'unknown', reason: 'fulfilled', signees: [] });
  assert.equal((await read('signed by Anna Ek')).reason, 'something else');
});
