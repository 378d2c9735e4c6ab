import { CONCURRENT_SIMULATIONS } from '../../http/guards/limits.ts';
import { AbortedError, busy } from '../../http/http-error.ts';

/** How long a call waits for a slot. */
const WAIT_MS = 5_000;
/** How long it waits until a slow computation is ended for it. In the rest of the wait that thread ends. */
const YIELD_MS = 4_000;
/** Calls that wait. Each has a house's hours in memory, 300 kB. */
const MAX_WAITING = 32;

const RETRY_S = 1;
const YIELDED = `The computation was ended: it was slow, and another address waited for its slot. Its cells are given back. Try again in ${RETRY_S} s.`;

/** A call that needs a slot. */
export interface Caller {
  /** IPv4 address, or the /56 of the IPv6 one. */
  network: string;
  /** Cells that the call costs. */
  cells: number;
  /** Whether the caller no longer waits for the answer. */
  hasLeft(): boolean;
}

/** A call that computes, and what ends it. */
interface Holder extends Caller {
  end: AbortController;
}

interface Waiting extends Caller {
  /** Grants the slot, or refuses the call where there is none. */
  settle(holder?: Holder): void;
}

/** The slots of a node. */
export interface Slots {
  /**
   * Computes in a slot. While all are taken, a call of an address that has none here yet waits, the one with the fewest
   * cells first.
   * @param compute is ended after 4 s for a call that is next, where it has more cells, or its address all slots. The
   * signal's reason is the error
   * @throws HttpError busy at once for a further call of an address, and after 5 s of waiting
   */
  run<T>(caller: Caller, compute: (end: AbortController) => Promise<T>): Promise<T>;
  state(): { running: number; waiting: number };
}

/** Slots that nobody has yet. */
export function simulationSlots(): Slots {
  const holders: Holder[] = [];
  let waiting: Waiting[] = [];

  function grant(caller: Caller): Holder {
    const holder = { ...caller, end: new AbortController() };
    holders.push(holder);
    return holder;
  }

  function release(holder: Holder): void {
    holders.splice(holders.indexOf(holder), 1);
    waiting = waiting.filter((one) => !one.hasLeft());
    const next = waiting.shift();
    next?.settle(grant(next));
  }

  function wait(caller: Caller): Promise<Holder> {
    waiting = waiting.filter((one) => !one.hasLeft());
    const isSame = ({ network }: { network: string }) => network === caller.network;
    if (holders.some(isSame) || waiting.some(isSame)) throw busyError();
    return new Promise((resolve, reject) => {
      const timers = [
        setTimeout(() => endOneFor(one), YIELD_MS),
        setTimeout(() => one.settle(), WAIT_MS),
      ];
      const one: Waiting = {
        ...caller,
        settle(holder) {
          for (const timer of timers) clearTimeout(timer);
          waiting = waiting.filter((other) => other !== one);
          if (holder) resolve(holder);
          else reject(busyError());
        },
      };
      waiting = [...waiting, one].toSorted((a, b) => a.cells - b.cells);
      waiting[MAX_WAITING]?.settle();
    });
  }

  /** Ends the computation with the most cells, where they are more than those of the call, or one address has all slots. */
  function endOneFor(one: Waiting): void {
    // A caller that is not the next has seen a slot go to another.
    if (one !== waiting[0] || one.hasLeft()) return;
    if (holders.some(({ end }) => end.signal.aborted)) return;
    const [largest] = holders.toReversed().toSorted((a, b) => b.cells - a.cells);
    const isOfAll = holders.every(({ network }) => network === largest.network);
    if (isOfAll || largest.cells > one.cells)
      largest.end.abort(new AbortedError('busy', YIELDED, undefined, RETRY_S));
  }

  return {
    async run(caller, compute) {
      const isFree = holders.length < CONCURRENT_SIMULATIONS;
      const holder = isFree ? grant(caller) : await wait(caller);
      try {
        return await compute(holder.end);
      } finally {
        release(holder);
      }
    },
    state: () => ({ running: holders.length, waiting: waiting.length }),
  };
}

function busyError(): Error {
  return busy(`${CONCURRENT_SIMULATIONS} simulations are being computed already.`);
}
