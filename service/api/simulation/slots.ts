import { setTimeout as wait } from 'node:timers/promises';
import { CONCURRENT_SIMULATIONS } from '../../http/guards/limits.ts';

/** How long a holder who keeps others out leaves a free slot to them. */
const LEAVE_MS = 50;
/** How long it is remembered that somebody met no free slot. */
const REMEMBER_MS = 1_000;

/** Grants which simulations may be computed now. */
export interface Slots {
  /** Takes a slot for a caller; false when there is none. */
  take(caller: string): boolean | Promise<boolean>;
  giveBack(caller: string): void;
}

/**
 * The slots of a node that is one process. A caller whose run kept out another, who had none, is in debt for a
 * second: a free slot is the others' for a moment before that caller's next run has it.
 */
export function ownSlots(): Slots {
  const holders: string[] = [];
  /** Callers whose run waits while a slot is left to others. */
  const waiting: string[] = [];
  /** When the debt of a holder ends, ms. */
  const debts = new Map<string, number>();

  function takeNow(caller: string): boolean {
    if (holders.length === CONCURRENT_SIMULATIONS) {
      if (!holders.includes(caller)) noteDebts();
      return false;
    }
    holders.push(caller);
    return true;
  }

  function noteDebts(): void {
    const nowMs = performance.now();
    for (const [holder, endsMs] of debts) if (endsMs <= nowMs) debts.delete(holder);
    for (const holder of holders) debts.set(holder, nowMs + REMEMBER_MS);
  }

  const isInDebt = (caller: string) => (debts.get(caller) ?? 0) > performance.now();

  async function takeLater(caller: string): Promise<boolean> {
    waiting.push(caller);
    await wait(LEAVE_MS);
    remove(waiting, caller);
    return takeNow(caller);
  }

  return {
    take(caller) {
      if (holders.length === CONCURRENT_SIMULATIONS || !isInDebt(caller)) return takeNow(caller);
      const own = [...holders, ...waiting].filter((one) => one === caller).length;
      return own < CONCURRENT_SIMULATIONS && takeLater(caller);
    },
    giveBack: (caller) => remove(holders, caller),
  };
}

function remove(list: string[], item: string): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}
