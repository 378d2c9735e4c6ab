import { CONCURRENT_SIMULATIONS } from '../../http/guards/limits.ts';

/** How long a call waits for a slot while one other caller has both: their deadline. */
const WAIT_MS = 5_000;
/** Calls that may wait. */
const MAX_WAITING = 8;

/** Grants which simulations may be computed now. */
export interface Slots {
  /** Takes a slot for a caller. False when there is none. */
  take(caller: string): boolean | Promise<boolean>;
  release(caller: string): void;
}

/** A call that waits for a slot. */
interface Waiting {
  caller: string;
  end(isGranted: boolean): void;
}

/**
 * The slots of a node. Where one caller has both, another's call waits for the next that is given
 * back, so that nobody keeps all others out. Any other call that finds no slot is refused at once.
 */
export function ownSlots(waitMs = WAIT_MS): Slots {
  const holders: string[] = [];
  const waiting: Waiting[] = [];

  function mayWait(caller: string): boolean {
    const hasBoth = holders.every((holder) => holder === holders[0]);
    const isNew = caller !== holders[0] && !waiting.some((one) => one.caller === caller);
    return hasBoth && isNew && waiting.length < MAX_WAITING;
  }

  function wait(caller: string): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => call.end(false), waitMs);
      const call: Waiting = {
        caller,
        end(isGranted) {
          clearTimeout(timer);
          remove(waiting, call);
          resolve(isGranted);
        },
      };
      waiting.push(call);
    });
  }

  return {
    take(caller) {
      if (holders.length === CONCURRENT_SIMULATIONS) return mayWait(caller) && wait(caller);
      holders.push(caller);
      return true;
    },
    release(caller) {
      remove(holders, caller);
      const next = waiting[0];
      if (!next) return;
      holders.push(next.caller);
      next.end(true);
    },
  };
}

function remove<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}
