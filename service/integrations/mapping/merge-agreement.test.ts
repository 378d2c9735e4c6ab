import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ReadAgreement, ReadSignee } from '../ports.ts';
import { draftAgreement, eventsOf, isFinal, mergeAgreement } from './merge-agreement.ts';

const DRAFT = draftAgreement(
  'a1',
  '2026-11-21T08:00:00.000Z',
  ['anna', 'bo'].map((id) => ({ id, name: id, email: `${id}@example.se`, method: 'bankid' })),
);

const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`;
const seen = (id: string, status: ReadSignee['status'], more: Partial<ReadSignee> = {}) => ({
  id,
  status,
  openedAt: null,
  signedAt: null,
  ...more,
});
const read = (
  state: ReadAgreement['state'],
  signees: ReadSignee[] = [],
  reason: string | null = null,
): ReadAgreement => ({ state, reason, signees });

/** The agreement after these readings, a minute after another. */
const after = (...readings: ReadAgreement[]) =>
  readings.reduce((agreement, one, i) => mergeAgreement(agreement, one, at(i)), DRAFT);

test('each state that a provider tells moves the agreement on', () => {
  assert.equal(after(read('draft')).state, 'draft');
  assert.deepEqual(after(read('pending')), { ...DRAFT, state: 'created', sent_at: at(0) });
  assert.equal(after(read('pending', [seen('bo', 'opened')])).state, 'opened');
  assert.equal(after(read('pending', [seen('bo', 'signed')])).state, 'partly_signed');
  assert.equal(after(read('completed')).completed_at, at(0));
  const revoked = after(read('revoked', [], 'timedout'));
  assert.deepEqual(
    [revoked.state, revoked.reason, revoked.revoked_at],
    ['revoked', 'timedout', at(0)],
  );
  assert.equal(after(read('deleted')).deleted_at, at(0));
  assert.equal(after(read('failed', [], 'document_error')).reason, 'document_error');
});

test('signees’ times are the provider’s, or ours marked as received', () => {
  const [anna, bo] = after(
    read('pending', [
      seen('anna', 'signed', { openedAt: at(40), signedAt: at(41) }),
      seen('bo', 'signed'),
    ]),
  ).signees;
  assert.deepEqual(
    [anna.opened_at, anna.signed_at, anna.signed_at_source],
    [at(40), at(41), 'provider'],
  );
  assert.deepEqual([bo.opened_at, bo.signed_at, bo.signed_at_source], [null, at(0), 'received']);
});

test('signees never move back, and times are never overwritten', () => {
  const signed = read('pending', [seen('anna', 'signed', { signedAt: at(30) })]);
  const late = read('pending', [seen('anna', 'opened', { openedAt: at(29) })]);
  const other = read('pending', [seen('anna', 'signed', { openedAt: at(50), signedAt: at(51) })]);
  const [anna] = after(signed, late, other).signees;
  assert.deepEqual([anna.status, anna.opened_at, anna.signed_at], ['signed', at(29), at(30)]);
  assert.equal(after(signed, read('pending')).state, 'partly_signed');
  const declined = after(
    read('pending', [seen('bo', 'declined')]),
    read('pending', [seen('bo', 'signed')]),
  );
  assert.equal(declined.signees[1].status, 'declined');
});

test('the first end that is read stays, and a deletion after it is only noted', () => {
  const ends = ['completed', 'revoked', 'deleted', 'failed'] as const;
  for (const first of ends) {
    const agreement = after(read(first), ...ends.map((end) => read(end)), read('pending'));
    assert.equal(agreement.state, first);
    assert.ok(isFinal(agreement));
    assert.notEqual(agreement.deleted_at, null);
    assert.equal(agreement.completed_at !== null, first === 'completed');
    assert.equal(agreement.revoked_at !== null, first === 'revoked');
  }
});

test('what has happened is an event once, for each signee', () => {
  const agreement = after(
    read('pending', [seen('anna', 'opened', { openedAt: at(1) })]),
    read('completed', [seen('anna', 'signed', { signedAt: at(2) }), seen('bo', 'signed')]),
    read('deleted'),
  );
  assert.deepEqual(
    eventsOf(agreement).map(({ kind, signeeId }) => [kind, signeeId]),
    [
      ['created', null],
      ['opened', 'anna'],
      ['signed', 'anna'],
      ['signed', 'bo'],
      ['completed', null],
      ['deleted', null],
    ],
  );
});

const statuses = fc.constantFrom('pending', 'opened', 'signed', 'declined');
const times = fc.option(fc.integer({ min: 0, max: 59 }).map(at), { nil: null });
const signees = fc
  .tuple(statuses, statuses, times, times)
  .map(([anna, bo, openedAt, signedAt]) => [
    seen('anna', anna, { openedAt, signedAt }),
    seen('bo', bo),
  ]);
const readings = fc
  .tuple(fc.constantFrom('draft', 'pending', 'completed', 'revoked', 'deleted', 'failed'), signees)
  .map(([state, list]) => read(state, list));

test('a reading that comes again, at once or later, changes nothing', () => {
  fc.assert(
    fc.property(fc.array(readings, { minLength: 1, maxLength: 5 }), fc.nat(4), (list, i) => {
      const once = after(...list);
      const again = mergeAgreement(once, list[Math.min(i, list.length - 1)], at(59));
      const events = eventsOf(once).map(({ kind, signeeId }) => `${kind} ${signeeId}`);
      assert.deepEqual(
        eventsOf(again).map(({ kind, signeeId }) => `${kind} ${signeeId}`),
        events,
      );
      assert.equal(again.state, once.state);
      for (const [j, { signed_at }] of once.signees.entries()) {
        if (signed_at !== null) assert.equal(again.signees[j].signed_at, signed_at);
      }
    }),
    { numRuns: 3_000 },
  );
});
