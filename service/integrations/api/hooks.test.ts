import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hookText } from '../store/agreements.ts';
import { encryptionOf } from '../store/encryption.ts';
import { ORG } from '../test/organisation.ts';
import { type Signing, startBridgeSigning, startScriveSigning } from '../test/signing.ts';

/** Number of readings of the agreement that were enqueued. */
async function readingsWanted({ store }: Signing<unknown>, id = 'a-1'): Promise<number> {
  const rows = await store
    .of(ORG)
    .query<{ requested: number }>(
      "select requested from task where org = $1 and kind = 'sign.refresh' and subject = $2",
      id,
    );
  return rows.at(0)?.requested ?? 0;
}

async function post(url: string, body: string | Buffer<ArrayBuffer> = '') {
  const response = await fetch(url, { method: 'POST', body });
  return { status: response.status, text: await response.text() };
}

async function scrive() {
  const signing = await startScriveSigning();
  await signing.order('a-1');
  const addressOf = (id: string, org = ORG, encryption = signing.encryption) =>
    `${signing.baseUrl}/integrations/hooks/scrive/${org}/${id}.${encryption.macs(hookText(org, id))[0].toString('base64url')}`;
  return { ...signing, addressOf };
}

async function bridge() {
  const signing = await startBridgeSigning();
  await signing.order('a-1');
  await signing.run();
  return { ...signing, ref: [...signing.fake.agreements.keys()][0] };
}

test('a call of Scrive to the address it was given enqueues a read, whatever its body', async () => {
  const signing = await scrive();
  await signing.run();
  const before = await readingsWanted(signing);
  const [ref] = signing.fake.agreements.keys();
  assert.equal(await signing.fake.sendHook(ref), 204);
  assert.equal((await post(signing.addressOf('a-1'), 'no form')).status, 204);
  assert.equal(await readingsWanted(signing), before + 2);
});

test('a wrong mac, an unknown agreement and another organisation are the same 404', async () => {
  const signing = await scrive();
  const { addressOf } = signing;
  const address = addressOf('a-1');
  const wrong = [
    address.slice(0, -1) + (address.endsWith('A') ? 'E' : 'A'),
    address.slice(0, -2),
    address.replace('a-1.', 'a-2.'),
    addressOf('a-2'),
    addressOf('a-1', 'another'),
    addressOf('a-1', ORG, encryptionOf([Buffer.alloc(32, 4)])),
  ];
  const answers = await Promise.all(wrong.map((url) => post(url)));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [404]);
  assert.equal(await readingsWanted(signing), 0);
});

test('an address that was given out under an older key is known', async () => {
  const signing = await scrive();
  const old = signing.encryption;
  signing.hookDeps.encryption = encryptionOf([Buffer.alloc(32, 8), Buffer.alloc(32, 3)]);
  assert.equal((await post(signing.addressOf('a-1', ORG, old))).status, 204);
  signing.hookDeps.encryption = encryptionOf([Buffer.alloc(32, 8)]);
  assert.equal((await post(signing.addressOf('a-1', ORG, old))).status, 404);
});

test('a signed webhook wakes the reading once, a wrong, a stale and a future one are refused', async () => {
  const signing = await bridge();
  const { fake, ref } = signing;
  const before = await readingsWanted(signing);
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(await fake.sendHook(ref, 'signed', { messageId: 'msg_1' }), [204]);
  }
  assert.equal(await readingsWanted(signing), before + 1);
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  assert.deepEqual(await fake.sendHook(ref, 'signed', { secret }), [401]);
  for (const minutes of [-6, 6]) {
    assert.deepEqual(
      await fake.sendHook(ref, 'signed', { atMs: Date.now() + 60_000 * minutes }),
      [401],
    );
  }
  assert.equal(await readingsWanted(signing), before + 1);
});

test('a hook of an unknown agreement is accepted and logged, without its reference', async () => {
  const signing = await bridge();
  assert.deepEqual(await signing.fake.sendHook('secret-reference', 'opened'), [204]);
  assert.match(signing.lines.join(''), /named an unknown agreement/);
  assert.ok(!signing.lines.join('').includes('secret-reference'));
});

test('a suspended organisation gets hooks too, and one without a bridge has no such address', async () => {
  const { fake, ref, organisation, baseUrl } = await bridge();
  organisation.isActive = false;
  assert.deepEqual(await fake.sendHook(ref, 'opened'), [204]);
  organisation.signature = null;
  assert.deepEqual(await fake.sendHook(ref, 'opened'), [404]);
  assert.equal((await post(`${baseUrl}/integrations/hooks/standard/nobody`)).status, 404);
});
