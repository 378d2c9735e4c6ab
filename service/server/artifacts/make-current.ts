import { hostname, userInfo } from 'node:os';
import type { ObjectStore } from '#common/object-store.ts';
import { believedKeys, type LedgerKeys } from '../ledger-keys.ts';
import { describePublication, digestOf, isOlder, type StoredPointer } from './current-build.ts';
import { noteLater } from './later-entry.ts';
import { entryText, isBelieved, type NamedBuild, nextEntry, nextSequence } from './ledger.ts';
import { purgeCaches } from './purge.ts';
import { putPointer } from './put-build.ts';

/** Settings of whoever makes a build the current one. */
export interface PublisherSettings extends LedgerKeys {
  purge: string | undefined;
}

/**
 * Makes a build that the store has whole the current one, says in whose place, and has shared caches forget that.
 * @throws Error when another was made so meanwhile, or the nodes whose keys are set would not take it
 */
export async function makeCurrent(
  store: ObjectStore,
  build: NamedBuild,
  before: StoredPointer | null,
  settings: PublisherSettings,
): Promise<void> {
  const { ledgerKey, ledgerPublicKeys, purge } = settings;
  const { dataset } = build;
  const published = { published_at: new Date().toISOString(), published_by: publisher() };
  const sequence = await nextSequence(store, before, believedKeys(settings));
  const current = nextEntry({ ...build, ...published }, before, sequence, ledgerKey);
  if (!isBelieved(current, ledgerPublicKeys))
    throw new Error(
      `nodes with these LEDGER_PUBLIC_KEYS would not take it: LEDGER_KEY ${ledgerKey ? 'belongs to none of them' : 'is not set'}.`,
    );
  await putPointer(store, current, before);
  console.log(
    `Dataset ${dataset} is current now, entry ${current.sequence} of the ledger, ${describePublication(current)}.`,
  );
  if (!before) return;
  await noteLater(store, before, digestOf(entryText(current))).catch(tell);
  const verb = isOlder(current, before.current) ? 'withdraws the newer' : 'takes the place of';
  console.log(`It ${verb} ${before.current.dataset}, ${describePublication(before.current)}.`);
  if (!purge) return;
  await purgeCaches(purge, before.current, current).catch(tell);
}

/** Tells what failed once the build is current. */
function tell({ message }: Error): void {
  console.error(message);
  process.exitCode = 1;
}

/** User and machine. Not every user of a container has a name. */
function publisher(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `user-${process.getuid?.()}@${hostname()}`;
  }
}
