import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { memoryStores, type PointStore } from './memory-store.ts';

mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_700_000_000_000 });
after(() => mock.timers.reset());

const pass = (ms: number) => mock.timers.setTime(Date.now() + ms);

/** Counts points. What is used then, and how long the window still is, ms. */
async function add(store: PointStore, caller: string, points: number): Promise<[number, number]> {
  const { totalHits, resetTime } = await store.add(caller, points);
  return [totalHits, resetTime.getTime() - Date.now()];
}

test('nobody has used less than nothing', async () => {
  const store = memoryStores('cells', 60);
  const used = [];
  for (const points of [3, -2, -2, 1]) used.push((await store.add('a', points)).totalHits);
  assert.deepEqual(used, [3, 1, 0, 1]);
});

test('a clock that is set back by an hour locks nobody out for longer than the window', async () => {
  const store = memoryStores('lookups', 60);
  await store.add('a', 60);
  mock.timers.setTime(Date.now() - 3_600_000);
  assert.deepEqual(await add(store, 'a', 1), [61, 60_000]);
});

test('a flood of 131 072 callers drops the oldest, and nobody who still calls', async () => {
  const store = memoryStores('lookups', 60);
  const flood = (round: number) => {
    for (let i = 0; i < 65_536; i++) store.add(`${round} ${i}`, 1);
  };
  await store.add('silent', 60);
  await store.add('calls', 60);
  flood(1);
  assert.equal((await store.add('calls', 1)).totalHits, 61);
  flood(2);
  assert.equal((await store.add('calls', 1)).totalHits, 62);
  assert.equal((await store.add('silent', 1)).totalHits, 1);
});

test('10 000 windows of random callers: nobody has more than the limit in one, and each is 60 s long', async () => {
  const store = memoryStores('lookups', 60);
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
    assert.deepEqual(await add(store, caller, 1), [own.used, own.endsMs - nowMs]);
  }
});
