/** Dependencies of handlers of tasks, with one organisation. */
import type { SyncDeps } from '../deps.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { providersSource } from '../providers/ports-of.ts';
import type { Clock } from '../providers/rate-limit.ts';
import type { Store } from '../store/store.ts';
import { ENCRYPTION, organisationOf } from './organisation.ts';

/** @param accounts of the organisation */
export function testSync(
  store: Store,
  clock: Clock,
  accounts: Partial<Organisation> = {},
  baseUrl = '',
): SyncDeps {
  const organisation = organisationOf(accounts);
  const providers = providersSource(clock);
  return {
    store,
    encryption: ENCRYPTION,
    clock,
    organisation: () => organisation,
    providers,
    baseUrl,
  };
}
