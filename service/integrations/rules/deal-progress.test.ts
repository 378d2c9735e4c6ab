import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FollowedOffer, leadingOffer, milestoneOf } from './deal-progress.ts';

const INVOICE = { state: 'created', number: '1', error: null, words: null, paid_on: null } as const;

function offer(more: Partial<FollowedOffer>): FollowedOffer {
  return { id: 'o', state: 'draft', seq: 1, invoice: null, agreementState: null, ...more };
}

const SENT = offer({ id: 'sent', state: 'out_for_signature', agreementState: 'opened' });
const SIGNED = offer({ id: 'signed', state: 'signed', agreementState: 'completed' });
const INVOICED = offer({ ...SIGNED, id: 'invoiced', state: 'invoiced', invoice: INVOICE });
const PAID = offer({ ...INVOICED, id: 'paid', invoice: { ...INVOICE, paid_on: '2026-12-01' } });

test('an offer is sent when its agreement is out, invoiced when its invoice is there, paid when that is', () => {
  const steps = [offer({}), SENT, SIGNED, INVOICED, PAID].map(milestoneOf);
  assert.deepEqual(steps, [null, 'sent', 'signed', 'invoiced', 'paid']);
  assert.equal(milestoneOf({ ...SENT, agreementState: 'draft' }), null, 'it is not out yet');
  assert.equal(milestoneOf({ ...SENT, state: 'revoked', agreementState: 'revoked' }), null);
  const pending = { ...INVOICE, state: 'pending' } as const;
  assert.equal(milestoneOf({ ...INVOICED, invoice: pending }), 'signed', 'it is only asked for');
  const unsigned = offer({ state: 'invoiced', invoice: pending });
  assert.equal(milestoneOf(unsigned), null, 'nobody has signed it');
  assert.equal(milestoneOf({ ...unsigned, invoice: INVOICE }), 'invoiced');
});

test('a deal follows the offer that has come furthest, then the newest; one sent in vain is the last', () => {
  const draft = offer({ id: 'draft', seq: 9 });
  const newer = offer({ id: 'newer', seq: 10 });
  const revoked = offer({ id: 'revoked', state: 'revoked', seq: 11 });
  assert.equal(leadingOffer([draft, SENT, revoked])?.id, 'sent');
  assert.equal(leadingOffer([draft, newer, revoked])?.id, 'newer');
  assert.equal(leadingOffer([PAID, SIGNED, INVOICED])?.id, 'paid');
  assert.equal(leadingOffer([]), undefined);
});
