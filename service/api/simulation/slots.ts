import { CONCURRENT_SIMULATIONS } from '../../http/guards/limits.ts';

/** Grants which simulations may be computed now. */
export interface Slots {
  /** Takes a slot; false when there is none. */
  take(): boolean | Promise<boolean>;
  giveBack(): void;
}

/** The slots of a node that is one process. */
export function ownSlots(): Slots {
  let taken = 0;
  return {
    take: () => taken < CONCURRENT_SIMULATIONS && ++taken > 0,
    giveBack: () => void taken--,
  };
}
