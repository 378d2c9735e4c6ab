import { hostname, userInfo } from 'node:os';
import type { ObjectStore } from '#common/object-store.ts';
import type { CurrentBuild } from '../../../schemas/types.ts';
import { believedKeys, type LedgerKeys } from '../ledger-keys.ts';
import { describePublication, isOlder, type StoredPointer } from './current-build.ts';
import { nextEntry, nextSequence } from './ledger.ts';
import { purgeCaches } from './purge.ts';
import { putPointer } from './put-build.ts';

/** Settings of whoever makes a build the current one. */
export interface PublisherSettings extends LedgerKeys {
  purge: string | undefined;
}

/**
 * Makes a build that the store has whole the current one, says in whose place, and has shared caches forget that.
 * @throws Error when another was made so meanwhile
 */
export async function makeCurrent(
  store: ObjectStore,
  build: Pick<CurrentBuild, 'dataset' | 'digests'>,
  before: StoredPointer | null,
  settings: PublisherSettings,
): Promise<void> {
  const { ledgerKey, purge } = settings;
  const { dataset, digests } = build;
  const published = { published_at: new Date().toISOString(), published_by: publisher() };
  const sequence = await nextSequence(store, before, believedKeys(settings));
  const current = nextEntry({ dataset, digests, ...published }, before, sequence, ledgerKey);
  await putPointer(store, current, before);
  console.log(
    `Dataset ${dataset} is current now, entry ${current.sequence} of the ledger, ${describePublication(current)}.`,
  );
  if (!before) return;
  const verb = isOlder(current, before.current) ? 'withdraws the newer' : 'takes the place of';
  console.log(`It ${verb} ${before.current.dataset}, ${describePublication(before.current)}.`);
  if (!purge) return;
  await purgeCaches(purge, before.current, current).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

/** User and machine. Not every user of a container has a name. */
function publisher(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `user-${process.getuid?.()}@${hostname()}`;
  }
}
