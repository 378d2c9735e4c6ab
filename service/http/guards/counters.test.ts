import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { memoryCounters } from './counters.ts';

mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_700_000_000_000 });
after(() => mock.timers.reset());

const pass = (ms: number) => mock.timers.setTime(Date.now() + ms);

test('a window is its caller’s own: it begins with the first call, wherever others’ stand', async () => {
  const counter = memoryCounters('lookups', 60);
  assert.deepEqual(await counter.consume('a', 1), { used: 1, msLeft: 60_000 });
  pass(50_000);
  assert.deepEqual(await counter.consume('b', 25), { used: 25, msLeft: 60_000 });
  assert.deepEqual(await counter.consume('a', 1), { used: 2, msLeft: 10_000 });
  pass(59_999);
  assert.deepEqual(await counter.consume('a', 1), { used: 1, msLeft: 60_000 });
  assert.deepEqual(await counter.consume('b', 1), { used: 26, msLeft: 1 });
  pass(1);
  assert.deepEqual(await counter.consume('b', 1), { used: 1, msLeft: 60_000 });
});

test('nobody has used less than nothing', async () => {
  const counter = memoryCounters('cells', 60);
  await counter.consume('a', 3);
  assert.equal((await counter.refund('a', 2)).used, 1);
  assert.equal((await counter.refund('a', 2)).used, 0);
  assert.equal((await counter.consume('a', 1)).used, 1);
});

test('a clock that is set back by an hour locks nobody out for longer than the window', async () => {
  const counter = memoryCounters('lookups', 60);
  await counter.consume('a', 60);
  mock.timers.setTime(Date.now() - 3_600_000);
  assert.deepEqual(await counter.consume('a', 1), { used: 61, msLeft: 60_000 });
});

test('10 000 windows of random callers: nobody has more than the limit in one, and each is 60 s long', async () => {
  const counter = memoryCounters('lookups', 60);
  const begun = new Map<string, { used: number; endsMs: number }>();
  let seed = 1;
  const below = (n: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % n;
  };
  for (let i = 0; i < 10_000; i++) {
    pass(below(2_000));
    const nowMs = Date.now();
    const caller = `${below(40)}`;
    const open = begun.get(caller);
    const own = open && open.endsMs > nowMs ? open : { used: 0, endsMs: nowMs + 60_000 };
    own.used++;
    begun.set(caller, own);
    const { used, msLeft } = await counter.consume(caller, 1);
    assert.deepEqual([used, nowMs + msLeft], [own.used, own.endsMs]);
  }
});
