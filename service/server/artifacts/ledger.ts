/** The ledger of builds: each publication is an entry that names the one before by its digest; `current.json` is the last. */
import { type KeyObject, sign, verify } from 'node:crypto';
import { type ObjectStore, StoreRefusal } from '#common/object-store.ts';
import type { CurrentBuild } from '../../../schemas/types.ts';
import { CURRENT, digestOf, parseCurrent, type StoredPointer } from './current-build.ts';

/** An entry, and the name that its bytes give it. */
export interface LedgerEntry {
  entry: CurrentBuild;
  digest: string;
}

/** The part of an entry that is the build's: version, files, and the digest by which clients know its cells.bin. */
export type NamedBuild = Pick<CurrentBuild, 'dataset' | 'digests' | 'digest'>;

/** Name of the object that keeps an entry for good. */
export function entryName(digest: string): string {
  return `ledger/${digest}.json`;
}

/** The text of an entry, as it is put. */
export function entryText(entry: CurrentBuild): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/** The entry of a build behind the current one, signed if there is a key. @param sequence its number */
export function nextEntry(
  build: CurrentBuild,
  before: StoredPointer | null,
  sequence: number,
  key: KeyObject | undefined,
): CurrentBuild {
  const previous = before ? { previous: digestOf(before.text) } : {};
  const entry = { ...build, sequence, ...previous };
  if (!key) return entry;
  return { ...entry, signature: sign(null, signedBytes(entry), key).toString('base64') };
}

/** Whether one of these keys signed an entry. */
export function isSigned(entry: CurrentBuild, keys: readonly KeyObject[]): boolean {
  const { signature } = entry;
  if (!signature) return false;
  const bytes = signedBytes(entry);
  return keys.some((key) => verify(null, bytes, key, Buffer.from(signature, 'base64')));
}

/**
 * Holds an entry of a store against the keys of those who may publish, and against the one that this node has.
 * Without keys everything is taken.
 * @throws Error when nobody of them signed it, or it is an entry of before that was put back
 */
export function assertTrusted(
  entry: CurrentBuild,
  known: CurrentBuild | undefined,
  keys: readonly KeyObject[],
): void {
  if (!isBelieved(entry, keys)) {
    throw new Error(
      `${CURRENT} of the store (dataset ${entry.dataset}) is signed by no key of LEDGER_PUBLIC_KEYS. Publish with LEDGER_KEY set to a key that belongs to one of them.`,
    );
  }
  const [now, had] = [entry.sequence ?? 0, known?.sequence ?? 0];
  if (keys.length === 0 || now >= had) return;
  throw new Error(
    `${CURRENT} of the store is entry ${now} of the ledger, and this node has had entry ${had}: somebody put an old one back, or cut the ledger. Copy ${nameOfKnown(known)} to ${CURRENT}, and publish or roll back again.`,
  );
}

/** The object of the entry that a node has, or of a later one, where others know of one. */
function nameOfKnown(known: CurrentBuild | undefined): string {
  return known ? `${entryName(digestOf(entryText(known)))}, or a later one,` : 'the last entry';
}

/**
 * The entries of a store from the last to the first, or to the one behind an entry that is gone: a rule of the store may
 * delete what is old.
 * @param atGap called with a sentence that names the entry that is gone
 * @throws Error naming an entry whose bytes are not what its name says
 */
export async function* readLedger(
  store: ObjectStore,
  pointer: StoredPointer,
  atGap: (sentence: string) => void,
): AsyncGenerator<LedgerEntry> {
  yield { entry: pointer.current, digest: digestOf(pointer.text) };
  for (let { previous } = pointer.current; previous; ) {
    const text = await findEntry(store, previous);
    if (text === null) {
      atGap(`${entryName(previous)} is gone from the store, and what is older cannot be told.`);
      return;
    }
    if (digestOf(text) !== previous)
      throw new Error(
        `${entryName(previous)} of the store is not what its name says: it was changed. What is older cannot be told.`,
      );
    const entry = parseCurrent(text);
    yield { entry, digest: previous };
    previous = entry.previous;
  }
}

/** Text of an entry; null where the store says that it has none, and not where these keys may not see it. */
export async function findEntry(store: ObjectStore, digest: string): Promise<string | null> {
  try {
    return await (await store.get(entryName(digest))).text();
  } catch (error) {
    if (error instanceof StoreRefusal && error.status === 404) return null;
    throw error;
  }
}

/**
 * Number of the entry behind the last one. Where there are keys, what an entry that none of them signed says of its own
 * number does not count: it is one more than the entry before it.
 * @throws Error as readLedger, and where an entry is gone before one that is signed
 */
export async function nextSequence(
  store: ObjectStore,
  before: StoredPointer | null,
  keys: readonly KeyObject[],
): Promise<number> {
  let behind = 1;
  if (!before) return behind;
  for await (const { entry } of readLedger(store, before, refuseGap)) {
    if (isBelieved(entry, keys)) return (entry.sequence ?? 0) + behind;
    if (entry.sequence !== undefined) behind++;
  }
  return behind;
}

/** Numbers from 1 again would be refused by nodes that have had a higher one, and those of unsigned entries are anybody's. */
function refuseGap(sentence: string): never {
  throw new Error(
    `${sentence} Behind it no entry is signed by a key that is set, and the number of the next cannot be told. Copy the last signed entry of ledger/ to ${CURRENT}, or publish to an empty folder of the store.`,
  );
}

/** Whether one of these keys signed an entry; without keys everything is believed. */
export function isBelieved(entry: CurrentBuild, keys: readonly KeyObject[]): boolean {
  return keys.length === 0 || isSigned(entry, keys);
}

/** Bytes that a signature is of: all fields in their order, but for the signature. */
function signedBytes(entry: CurrentBuild): Buffer {
  const fields = Object.entries(entry).filter(([name]) => name !== 'signature');
  return Buffer.from(JSON.stringify(Object.fromEntries(fields)));
}
