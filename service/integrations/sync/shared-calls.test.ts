import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallsUsedUp } from '../providers/call-window.ts';
import { openStore } from '../store/open-store.ts';
import { SEALER } from '../test/organisation.ts';
import { STORES } from '../test/stores.ts';
import { sharedWindow } from './shared-calls.ts';

const LIMIT = { calls: 10, windowMs: 800 };
const CALLS_EACH = 20;

for (const kind of STORES.filter(({ name }) => name === 'PostgreSQL')) {
  describe('calls that processes share', { skip: kind.skip }, () => {
    test('no window has more of them than one process may make, and none waits in vain', async () => {
      const place = await kind.place();
      const stores = [await openStore(place, SEALER), await openStore(place, SEALER)];
      const startedMs: number[] = [];
      const callAll = async (store: (typeof stores)[number]) => {
        const turn = sharedWindow(store, { org: 'a', port: 'crm' }, LIMIT, sleep);
        for (let left = CALLS_EACH; left > 0; ) {
          try {
            await turn();
            startedMs.push(performance.now());
            left--;
          } catch (error) {
            if (!(error instanceof CallsUsedUp)) throw error;
            await sleep(error.waitMs);
          }
        }
      };
      await Promise.all(stores.map(callAll));
      startedMs.sort((a, b) => a - b);
      for (const [i, ms] of startedMs.entries()) {
        // A timer may be late on a busy machine, and the next early after it.
        const within = startedMs.slice(i).filter((one) => one < ms + LIMIT.windowMs - 100).length;
        assert.ok(within <= LIMIT.calls, `${within} within one window`);
      }
      const spanMs = (startedMs.at(-1) ?? 0) - startedMs[0];
      assert.ok(spanMs >= 3 * LIMIT.windowMs - 200, `${spanMs} ms for 40 calls`);
      for (const store of stores) await store.close();
    });

    test('each account has its own, and who would wait for longer than a second is told', async () => {
      const store = await openStore(await kind.place(), SEALER);
      const limit = { calls: 2, windowMs: 60_000 };
      const turnOf = (org: string) => sharedWindow(store, { org, port: 'crm' }, limit, sleep);
      await turnOf('a')();
      await turnOf('a')();
      await assert.rejects(
        turnOf('a')(),
        (error) => error instanceof CallsUsedUp && error.waitMs > 50_000 && error.waitMs <= 60_000,
      );
      await turnOf('b')();
      await store.close();
    });
  });
}
