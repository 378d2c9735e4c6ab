import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testClock } from '../test/clock.ts';
import { agreementOf, pdf } from '../test/fakes/agreement.ts';
import { type ScriveFake, scriveAccount, startScriveFake } from '../test/fakes/scrive.ts';
import { commitThenDrop } from '../test/fakes/server.ts';
import { ORDER, type SignatureUnderTest, signatureContract } from '../test/signature-contract.ts';
import { scrive } from './scrive.ts';
import { readScrive, scriveUpdate } from './scrive-shapes.ts';

const fakes: ScriveFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

async function start(): Promise<SignatureUnderTest & { fake: ScriveFake }> {
  const fake = await startScriveFake();
  fakes.push(fake);
  const account = scriveAccount(fake);
  return {
    fake,
    signature: scrive(account, testClock()),
    stranger: scrive({ ...account, credentials: 'a b c d' }, testClock()),
    life: fake,
    agreements: fake.agreements,
    dropAnswer: (nth) => commitThenDrop(fake, nth),
  };
}

signatureContract('Scrive', start);

test('a draft whose answer was lost is found behind 101 newer ones', async () => {
  const { signature, agreements, dropAnswer } = await start();
  dropAnswer(0);
  await assert.rejects(signature.create(ORDER, pdf('agreement')));
  const [lost] = agreements.keys();
  for (let i = 0; i < 101; i++) {
    const id = `other-${i}`;
    agreements.set(id, { ...agreementOf(id), title: id });
  }
  assert.equal(await signature.create(ORDER, pdf('agreement')), lost);
  assert.equal(agreements.size, 102);
});

test('the author stays and does not sign; who has BankID gives a number', () => {
  const author = { id: '17', is_author: true, is_signatory: true, fields: [{ type: 'company' }] };
  const update = scriveUpdate(ORDER, { parties: [author] });
  assert.equal(update.days_to_sign, 30);
  assert.equal(update.api_callback_url, ORDER.hookUrl);
  const [first, anna, bo] = update.parties as Record<string, unknown>[];
  const { is_signatory: _, ...rest } = author;
  assert.deepEqual(first, { ...rest, signatory_role: 'viewer' });
  assert.equal(anna.authentication_method_to_sign, 'se_bankid');
  assert.deepEqual(anna.fields, [
    { type: 'name', order: 1, value: 'Anna Maria' },
    { type: 'name', order: 2, value: 'Ek' },
    { type: 'email', value: 'anna@example.com' },
    { type: 'personal_number', value: '', is_obligatory: true, editable_by_signatory: true },
  ]);
  assert.equal(bo.authentication_method_to_sign, 'standard');
});

test('times are UTC, whatever offset they come with', () => {
  const party = { id: '7', is_author: false, sign_time: '2026-11-21T13:00:00.5+01:00' };
  const signee = { id: 's-1', name: 'Anna Ek', email: 'anna@example.com', providerId: '7' };
  const { signees } = readScrive({ status: 'pending', parties: [party] }, [signee]);
  assert.equal(signees[0].signedAt, '2026-11-21T12:00:00.500Z');
});
