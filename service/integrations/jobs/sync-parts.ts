import type { Organisation } from '../organisations/organisations.ts';
import type { Clock } from '../providers/call-window.ts';
import type { Providers } from '../providers/ports-of.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';

/** The parts that the handlers of tasks work with. */
export interface SyncParts {
  store: Store;
  encryption: Encryption;
  clock: Clock;
  /** The organisation as the file has it now; undefined when it is gone from there. */
  organisation(id: string): Organisation | undefined;
  providers(organisation: Organisation): Providers;
  /** Scheme and host of this process as the world sees it. */
  baseUrl: string;
}

/** Now, ISO UTC. */
export function nowOf({ clock }: Pick<SyncParts, 'clock'>): string {
  return new Date(clock.now()).toISOString();
}
