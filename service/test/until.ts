import { setTimeout as wait } from 'node:timers/promises';

/** Far longer than a loaded machine takes: only what never comes reaches it. */
const LIMIT_MS = 60_000;

/**
 * Waits for what a test expects to become true, however slow the machine is.
 * @throws Error after a minute
 */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await wait(5)) {
    if (await isSo()) return;
  }
  throw new Error(`waited a minute in vain until ${what}`);
}
