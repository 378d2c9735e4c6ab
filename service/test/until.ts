import { setTimeout as wait } from 'node:timers/promises';

/** Far longer than a loaded machine takes: only what never comes reaches it. */
const LIMIT_MS = 60_000;

/**
 * Waits until what a test expects is there, however slow the machine is.
 * @returns what `look` found
 * @throws Error after a minute
 */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  what = String(look),
): Promise<Exclude<Value, undefined | null | false>> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await wait(5)) {
    const found = await look();
    if (found) return found as Exclude<Value, undefined | null | false>;
  }
  throw new Error(`waited a minute in vain until ${what}`);
}
