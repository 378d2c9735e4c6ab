import type { Logger } from 'pino';
import type { AccountsFile } from './organisations/accounts-file.ts';
import type { Organisation } from './organisations/organisations.ts';
import type { ProviderAddresses } from './providers/account.ts';
import type { Providers } from './providers/ports-of.ts';
import type { Clock } from './providers/rate-limit.ts';
import type { Encryption } from './store/encryption.ts';
import type { Erasures } from './store/erase.ts';
import type { Store } from './store/store.ts';

/** Dependencies of the routes. */
export interface Deps {
  /** The list is replaced as a whole when the file is read again. */
  organisations: { current: readonly Organisation[] };
  store: Store;
  encryption: Encryption;
  erasures: Erasures;
  /** The organisations file, as the connect page reads and writes it. */
  accounts: AccountsFile;
  /** Addresses of the providers that accounts are connected to. Default: the providers' own. */
  addresses?: ProviderAddresses;
  log: Logger;
  /** Public scheme and host of this process. */
  baseUrl: string;
  now(): Date;
  /** Whether the process is shutting down. */
  draining(): boolean;
}

/** Dependencies of the handlers of tasks. */
export interface SyncDeps {
  store: Store;
  encryption: Encryption;
  clock: Clock;
  /** The organisation as the file has it now. Undefined if it was removed. */
  organisation(id: string): Organisation | undefined;
  providers(organisation: Organisation): Providers;
  /** Public scheme and host of this process. */
  baseUrl: string;
}

/** Now, ISO UTC. */
export function nowOf({ clock }: Pick<SyncDeps, 'clock'>): string {
  return new Date(clock.now()).toISOString();
}
