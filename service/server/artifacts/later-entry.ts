/** Notes of which entry came behind which: a publisher remembers nothing itself, and an entry of before has a good signature. */
import type { KeyObject } from 'node:crypto';
import type { ObjectStore } from '#common/object-store.ts';
import { CURRENT, digestOf, parseCurrent, type StoredPointer } from './current-build.ts';
import { entryName, findEntry, isBelieved, type LedgerEntry } from './ledger.ts';
import { findPointer } from './put-build.ts';

/** Notes that an entry is current in the place of another. It has to be so: who is overtaken notes nothing. */
export async function noteLater(
  store: ObjectStore,
  before: StoredPointer,
  digest: string,
): Promise<void> {
  await store.put(noteName(digestOf(before.text)), Buffer.from(digest));
}

/**
 * The pointer of a store, for whoever puts an entry behind it; null when there is none.
 * @param keys of those whose entries count
 * @throws Error naming the entry that was current last, when one of before was put back
 */
export async function findHead(
  store: ObjectStore,
  keys: readonly KeyObject[],
): Promise<StoredPointer | null> {
  const head = await findPointer(store);
  const later = head && (await findLater(store, head, keys));
  if (!later) return head;
  // Somebody may have published since the pointer was read.
  if ((await findPointer(store))?.tag !== head.tag) return findHead(store, keys);
  const { entry, digest } = later;
  throw new Error(
    `${CURRENT} of the store is entry ${head.current.sequence ?? 0} of the ledger, but entry ${entry.sequence} came behind it: somebody put an old one back. Copy ${entryName(digest)} to ${CURRENT}. If the old one shall stay, remove ${noteName(digestOf(head.text))}; nodes that have had the later one and check signatures do not take it.`,
  );
}

/** The last entry that one of the keys signed of those behind a pointer, as far as notes lead; null when there is none. */
async function findLater(
  store: ObjectStore,
  head: StoredPointer,
  keys: readonly KeyObject[],
): Promise<LedgerEntry | null> {
  let last: LedgerEntry | null = null;
  for (let before = digestOf(head.text); ; ) {
    const digest = await (await store.find(noteName(before)))?.text();
    const text = digest && /^[0-9a-f]{64}$/.test(digest) ? await findEntry(store, digest) : null;
    if (!digest || text === null || digestOf(text) !== digest) return last;
    const entry = parseCurrent(text);
    if (entry.previous !== before) return last;
    if (isBelieved(entry, keys)) last = { entry, digest };
    before = digest;
  }
}

/** Name of the object that has the digest of the entry behind another. */
function noteName(digest: string): string {
  return `ledger/${digest}.next`;
}
