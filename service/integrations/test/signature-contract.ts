/** Tests that hold for every e-signature service behind the port. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgreementOrder, ProviderError, Signature } from '../ports.ts';
import { assertKind } from './assert-kind.ts';
import { type FakeAgreement, type FakeLife, pdf } from './fakes/agreement.ts';
import { commitThenDrop, type FakeServer } from './fakes/server.ts';

/** A service behind the port, at a fake. */
interface Service {
  fake: FakeServer & FakeLife & { agreements: Map<string, FakeAgreement> };
  signature: Signature;
  /** The service with wrong credentials. */
  stranger: Signature;
}

export const ORDER: AgreementOrder = {
  agreementId: 'a-1',
  title: 'Solceller, Storgatan 1',
  daysToSign: 30,
  hookUrl: 'http://127.0.0.1:9/integrations/hooks/scrive/a-1.mac',
  signees: [
    { id: 's-1', name: 'Anna Maria Ek', email: 'anna@example.com', method: 'bankid' },
    { id: 's-2', name: 'Bo Ek', email: 'bo@example.com', phone: '0701234567', method: 'standard' },
  ],
};
const SIGNEES = ORDER.signees.map(({ id, name, email }) => ({ id, name, email, providerId: null }));

/** @param name the service's name, for the tests' names */
export function signatureContract(name: string, start: () => Promise<Service>): void {
  async function sent() {
    const service = await start();
    const ref = await service.signature.create(ORDER, pdf('agreement'));
    await service.signature.start(ref, ORDER);
    return { ...service, ref };
  }

  test(`${name}: an agreement goes out once, to those who sign`, async () => {
    const { signature, fake, ref } = await sent();
    await signature.start(ref, ORDER);
    assert.equal(fake.agreements.size, 1);
    const { title, signees } = fake.agreements.get(ref) ?? assert.fail();
    assert.equal(title, ORDER.title);
    assert.deepEqual(
      signees.map(({ name, email }) => [name, email]),
      ORDER.signees.map(({ name, email }) => [name, email]),
    );
    const read = await signature.read(ref, SIGNEES);
    assert.deepEqual([read.state, read.reason], ['pending', null]);
    assert.deepEqual(
      read.signees.map(({ id, status, openedAt, signedAt }) => [id, status, openedAt, signedAt]),
      SIGNEES.map(({ id }) => [id, 'pending', null, null]),
    );
  });

  test(`${name}: opened, signed, completed, with times`, async () => {
    const { signature, fake, ref } = await sent();
    await assert.rejects(signature.signedDocument(ref), ({ kind }: ProviderError) =>
      ['not_found', 'unavailable'].includes(kind),
    );
    fake.open(ref, 0);
    const opened = await signature.read(ref, SIGNEES);
    assert.deepEqual([opened.state, opened.signees[0].status], ['pending', 'opened']);
    fake.sign(ref, 1);
    const partly = await signature.read(ref, SIGNEES);
    assert.deepEqual([partly.state, partly.signees[1].status], ['pending', 'signed']);
    assert.match(partly.signees[1].signedAt ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.equal(partly.signees[0].signedAt, null);
    fake.sign(ref, 0);
    assert.equal((await signature.read(ref, SIGNEES)).state, 'completed');
    assert.ok((await signature.signedDocument(ref)).equals(pdf('signed', ref)));
    fake.seal(ref);
    assert.ok((await signature.signedDocument(ref)).equals(pdf('sealed', ref)));
  });

  test(`${name}: the signed document takes a while`, async () => {
    const { signature, fake, ref } = await sent();
    fake.sign(ref, 0);
    fake.sign(ref, 1);
    const agreement = fake.agreements.get(ref) ?? assert.fail();
    agreement.notReady = 1;
    await assertKind('unavailable', signature.signedDocument(ref));
    assert.ok((await signature.signedDocument(ref)).equals(pdf('signed', ref)));
  });

  test(`${name}: revoked, declined, timed out, with the reason`, async () => {
    const revoked = await sent();
    await revoked.signature.revoke(revoked.ref);
    await revoked.signature.revoke(revoked.ref);
    const read = await revoked.signature.read(revoked.ref, SIGNEES);
    assert.deepEqual([read.state, read.reason], ['revoked', 'canceled']);
    const declined = await sent();
    declined.fake.decline(declined.ref, 1);
    const { state, reason, signees } = await declined.signature.read(declined.ref, SIGNEES);
    assert.deepEqual([state, reason, signees[1].status], ['revoked', 'rejected', 'declined']);
    const late = await sent();
    late.fake.expire(late.ref);
    const expired = await late.signature.read(late.ref, SIGNEES);
    assert.deepEqual([expired.state, expired.reason], ['expired', 'timedout']);
  });

  test(`${name}: what is completed is not revoked`, async () => {
    const { signature, fake, ref } = await sent();
    fake.sign(ref, 0);
    fake.sign(ref, 1);
    await assertKind('conflict', signature.revoke(ref));
    assert.equal((await signature.read(ref, SIGNEES)).state, 'completed');
  });

  test(`${name}: what is not there any more is missing, and the account is still right`, async () => {
    const { signature, fake, ref } = await sent();
    fake.agreements.delete(ref);
    assert.equal((await signature.read(ref, SIGNEES)).state, 'missing');
    await signature.check();
  });

  test(`${name}: a lost answer, whichever it is, leaves one agreement that is out`, async () => {
    for (let nth = 0; nth < 4; nth++) {
      const { signature, fake } = await start();
      commitThenDrop(fake, nth);
      let ref: string | undefined;
      for (let tries = 0; tries < 3; tries++) {
        try {
          ref ??= await signature.create(ORDER, pdf('agreement'));
          await signature.start(ref, ORDER);
        } catch (error) {
          assert.equal((error as { kind?: string }).kind, 'outcome_unknown');
        }
      }
      const out = [...fake.agreements.values()].filter(({ state }) => state === 'pending');
      assert.deepEqual(
        out.map(({ id }) => id),
        [ref],
        `the POST ${nth}`,
      );
      commitThenDrop(fake, 0);
      await signature.revoke(out[0].id).catch(({ kind }) => assert.equal(kind, 'outcome_unknown'));
      assert.equal((await signature.read(out[0].id, SIGNEES)).state, 'revoked');
    }
  });

  test(`${name}: wrong credentials are refused as such`, async () => {
    const { signature, stranger } = await start();
    await signature.check();
    await assertKind('auth', stranger.check());
  });
}
