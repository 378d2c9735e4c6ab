import { putEvent } from '../store/events.ts';
import { digestDueMs, readLeadDay } from '../store/lead-origins.ts';
import type { Handler } from '../store/task.ts';
import type { SyncParts } from './sync-parts.ts';

/** Tells the organisation of a day on which leads were held, once. The task's subject is the day. */
export function leadDigest(parts: SyncParts): Handler {
  return async ({ org, subject: day }) => {
    const leftMs = digestDueMs(day) - parts.clock.now();
    // Somebody asked for it too early; told once, it would stay as it was then.
    if (leftMs > 0) return { againInMs: leftMs };
    await parts.store.change(org, async (change) => {
      const data = await readLeadDay(change, day);
      await putEvent(change, { kind: 'leads.held', subject: day, once: '', data });
    });
    return undefined;
  };
}
