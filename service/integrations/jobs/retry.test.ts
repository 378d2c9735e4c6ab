import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderError, type ProviderErrorKind } from '../ports.ts';
import { NeedsAttention } from '../store/tasks.ts';
import { retryDecision } from './retry.ts';

const HOUR_MS = 3_600_000;

test('what passes is tried again with full jitter from 5 s to 1 h', () => {
  const mostMs = [1, 2, 3, 9, 10, 40, 10_000].map((attempts) => inMs('unavailable', attempts, 1));
  assert.deepEqual(mostMs, [10_000, 20_000, 40_000, 2_560_000, HOUR_MS, HOUR_MS, HOUR_MS]);
  assert.equal(inMs('outcome_unknown', 9, 0.5), 1_280_000);
  assert.equal(inMs('unavailable', 9, 0), 5_000);
});

test('the whole account waits for as long as the provider’s Retry-After', () => {
  const limited = retryDecision(new ProviderError('rate_limited', '', 7_000), 9, 0, 1);
  assert.deepEqual(limited, { state: 'account', inMs: 7_000 });
  assert.equal(inMs('unavailable', 1, 0, 90_000), 90_000);
});

test('what it asks for is clamped: a second at least, 15 minutes at most', () => {
  const most = 15 * 60_000;
  for (const kind of ['rate_limited', 'unavailable'] as const) {
    assert.equal(inMs(kind, 1, 0, 400 * HOUR_MS), most);
    assert.equal(inMs(kind, 1, 0, Number.POSITIVE_INFINITY), most);
  }
  assert.equal(inMs('rate_limited', 1, 0, 0), 1_000);
  assert.equal(inMs('rate_limited', 1, 0, -5), 1_000);
});

test('a fault of the account fails no task, however long it lasts', () => {
  for (const failedForMs of [0, 48 * HOUR_MS, 1_000 * HOUR_MS]) {
    const refused = retryDecision(new ProviderError('auth', ''), 1, failedForMs, 1);
    assert.deepEqual(refused, { state: 'account', inMs: 15 * 60_000 });
    const closed = retryDecision(new ProviderError('closed', ''), 1, failedForMs, 1);
    assert.deepEqual(closed, { state: 'account', inMs: 2 * 60_000 });
  }
  const requested = retryDecision(new ProviderError('closed', '', 60_000), 1, 0, 1);
  assert.deepEqual(requested, { state: 'account', inMs: 60_000 });
});

test('what does not pass is given up at once, what does after 48 hours', () => {
  for (const kind of ['invalid', 'too_large', 'conflict', 'not_found'] as const) {
    assert.deepEqual(retryDecision(new ProviderError(kind, ''), 1, 0, 0), { state: 'failed' });
  }
  for (const kind of ['unavailable', 'outcome_unknown'] as const) {
    const error = new ProviderError(kind, '');
    assert.equal(retryDecision(error, 99, 48 * HOUR_MS - 1, 0).state, 'open', kind);
    assert.equal(retryDecision(error, 99, 48 * HOUR_MS, 0).state, 'failed', kind);
  }
  assert.deepEqual(retryDecision(new NeedsAttention(''), 1, 0, 0), { state: 'attention' });
  assert.equal(retryDecision(new TypeError('a fault'), 1, 0, 0).state, 'open');
});

function inMs(kind: ProviderErrorKind, attempts: number, random: number, after?: number): number {
  const decision = retryDecision(new ProviderError(kind, '', after), attempts, 0, random);
  assert.ok(decision.state === 'open' || decision.state === 'account');
  return decision.inMs;
}
