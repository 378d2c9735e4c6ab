import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IntegrationsEvent } from '../../../schemas/types.ts';
import { openEmpty } from '../test/stores.ts';
import { eventsAfter, type NewEvent, putEvent } from './events.ts';
import { forgetOld } from './forget-old.ts';
import type { Store } from './store.ts';

const lead = (id: string): NewEvent => ({
  kind: 'lead.received',
  subject: id,
  data: { prospect_id: id, slug: 'solfirman', held: false },
});

/** All events from a cursor on, page by page, and the last cursor. */
async function readAll(store: Store, org: string, after = '0') {
  const events: IntegrationsEvent[] = [];
  for (let next = after; ; ) {
    const page = await eventsAfter(store.of(org), next);
    events.push(...page.events);
    if (page.next === next) return { events, next };
    next = page.next;
  }
}

const subjects = (events: readonly IntegrationsEvent[]) => events.map(({ subject }) => subject);

describe(`events `, () => {
  test('all are read by pages, in their order, those of one change too', async () => {
    const store = await openEmpty();
    const ids = Array.from({ length: 250 }, (_, i) => `p-${i}`);
    await store.change('a', (change) => putEvent(change, lead('first')));
    await store.change('a', async (change) => {
      for (const id of ids) await putEvent(change, lead(id));
    });
    await store.change('b', (change) => putEvent(change, lead('another’s')));
    const { events, next } = await readAll(store, 'a');
    assert.deepEqual(subjects(events), ['first', ...ids]);
    assert.deepEqual((await readAll(store, 'a', next)).events, []);
    await store.change('a', (change) => putEvent(change, lead('later')));
    assert.deepEqual(subjects((await readAll(store, 'a', next)).events), ['later']);
    assert.deepEqual((await readAll(store, 'a', '2')).events.length, 1, 'a cursor of before');
  });

  test('what happens once is told once, what happens again again', async () => {
    const store = await openEmpty();
    for (const once of ['ag_1', 'ag_1', 'ag_2']) {
      await store.change('a', (change) => putEvent(change, { ...lead('o-1'), once }));
    }
    for (let i = 0; i < 2; i++) await store.change('a', (change) => putEvent(change, lead('p')));
    const { events } = await readAll(store, 'a');
    assert.deepEqual(subjects(events), ['o-1', 'o-1', 'p', 'p']);
  });

  test('whoever polls while others write skips none and is told none twice', async () => {
    const store = await openEmpty();
    const ids = Array.from({ length: 300 }, (_, i) => `p-${i}`);
    let left = ids.length;
    const writer = async (own: readonly string[]) => {
      for (const id of own) {
        await store.change('a', async (change) => {
          await putEvent(change, lead(id));
        });
        left--;
      }
    };
    const writing = [0, 1, 2, 3, 4, 5].map((w) => writer(ids.filter((_, i) => i % 6 === w)));
    const seen: string[] = [];
    for (let next = '0'; ; ) {
      const isLast = left === 0;
      const page = await eventsAfter(store.of('a'), next);
      seen.push(...subjects(page.events));
      next = page.next;
      if (isLast && page.events.length === 0) break;
      await sleep(1);
    }
    await Promise.all(writing);
    assert.equal(seen.length, ids.length);
    assert.deepEqual(seen.toSorted(), ids.toSorted());
  });

  test('they are kept for 400 days', async () => {
    const store = await openEmpty();
    await store.change('a', (change) => putEvent(change, lead('p')));
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await forgetOld(store, inDays(399));
    assert.equal((await readAll(store, 'a')).events.length, 1);
    await forgetOld(store, inDays(401));
    assert.equal((await readAll(store, 'a')).events.length, 0);
  });
});
