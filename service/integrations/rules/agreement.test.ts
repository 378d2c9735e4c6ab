import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ReadAgreement, ReadSignee } from '../ports.ts';
import { draftAgreement, eventsOf, mergeAgreement } from './agreement.ts';

const DRAFT = draftAgreement(
  'a1',
  '2026-11-21T08:00:00.000Z',
  ['anna', 'bo'].map((id) => ({ id, name: id, email: `${id}@example.se`, method: 'bankid' })),
);

const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`;
const seen = (id: string, status: ReadSignee['status'], more: Partial<ReadSignee> = {}) => ({
  id,
  providerId: null,
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

test('each state that a provider reports moves the agreement on', () => {
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
  const expired = after(read('pending'), read('expired', [], 'timedout'));
  assert.deepEqual([expired.state, expired.reason], ['expired', 'timedout']);
});

test('what an account does not show, and a status that is not known, end nothing, however often they are read', () => {
  for (const word of ['unknown', 'missing'] as const) {
    const once = after(read('pending'), read(word, [], 'new_one'));
    const often = after(read('pending'), ...Array(9).fill(read(word, [], 'new_one')));
    for (const { state, unconfirmed } of [once, often]) {
      assert.deepEqual(
        [state, unconfirmed?.state, unconfirmed?.reason],
        ['created', word, 'new_one'],
      );
    }
    assert.equal(once.unconfirmed?.since, at(1));
    assert.equal(often.unconfirmed?.since, at(1), 'since the first');
    const seen = after(read('pending'), read(word), read('pending'));
    assert.deepEqual([seen.state, seen.unconfirmed], ['created', null]);
    for (const end of ['completed', 'revoked', 'expired', 'deleted', 'failed'] as const) {
      const ended = after(read('pending'), read(end), read(word));
      assert.deepEqual([ended.state, ended.unconfirmed], [end, null]);
    }
  }
});

test('the provider’s id of a signee is stored once the agreement is out, and stays', () => {
  const [anna] = after(
    read('draft', [seen('anna', 'pending', { providerId: '1' })]),
    read('pending', [seen('anna', 'pending', { providerId: '2' })]),
    read('pending', [seen('anna', 'pending', { providerId: '3' })]),
  ).signees;
  assert.equal(anna.provider_id, '2');
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
    read('pending', [seen('bo', 'opened')]),
  );
  assert.equal(declined.signees[1].status, 'declined');
});

test('what was revoked and is deleted stays revoked, and the deletion is noted', () => {
  const { state, revoked_at, deleted_at } = after(
    read('revoked'),
    read('deleted'),
    read('deleted'),
  );
  assert.deepEqual([state, revoked_at, deleted_at], ['revoked', at(0), at(1)]);
});

test('a deletion after completion is only noted', () => {
  const deleted = after(read('completed'), read('deleted'), read('deleted'), read('deleted'));
  assert.deepEqual([deleted.state, deleted.unconfirmed], ['completed', null]);
  assert.ok(deleted.deleted_at);
  assert.equal(mergeAgreement(deleted, read('completed'), at(59)).deleted_at, null);
});

test('what has happened is an event once, for each signee', () => {
  const agreement = after(
    read('pending', [seen('anna', 'opened', { openedAt: at(1) })]),
    read('completed', [seen('anna', 'signed', { signedAt: at(2) }), seen('bo', 'signed')]),
  );
  agreement.deleted_at = at(59);
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
  .tuple(
    fc.constantFrom(
      ...(['draft', 'pending', 'completed', 'revoked', 'expired', 'deleted'] as const),
      ...(['missing', 'failed', 'unknown'] as const),
    ),
    signees,
  )
  .map(([state, list]) => read(state, list));

test('a reading that comes again at once changes nothing', () => {
  fc.assert(
    fc.property(fc.array(readings, { minLength: 1, maxLength: 5 }), (list) => {
      const once = after(...list);
      const again = mergeAgreement(once, list[list.length - 1], at(list.length));
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

test('whatever is read in whatever order: completed is, who signed has, the last that is certain decides', () => {
  fc.assert(
    fc.property(fc.array(readings, { minLength: 1, maxLength: 8 }), (list) => {
      const { state, reason, revoked_at, deleted_at, signees } = after(...list);
      const isCompleted = list.some((one) => one.state === 'completed');
      assert.equal(state === 'completed', isCompleted);
      const isOver = isCompleted || list.at(-1)?.state === 'pending';
      if (isOver) assert.deepEqual([reason, revoked_at], [null, null]);
      for (const [i, id] of ['anna', 'bo'].entries()) {
        const has = list.some(
          (one) => one.signees[i].id === id && one.signees[i].status === 'signed',
        );
        assert.equal(signees[i].status === 'signed', has);
      }
      if (state !== 'completed' && list.at(-1)?.state === 'pending') {
        assert.ok(['created', 'opened', 'partly_signed'].includes(state));
        assert.equal(deleted_at, null);
      }
      const again = mergeAgreement(after(...list), read('draft'), at(59));
      assert.equal(again.state, state, 'a draft is no news');
    }),
    { numRuns: 3_000 },
  );
});
