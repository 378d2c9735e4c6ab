/** Puts a build to a store: objects that are never written over, then the pointer to them. */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Condition, checkObject, type ObjectStore } from '#common/object-store.ts';
import type { CurrentBuild, FileRecord } from '../../../schemas/types.ts';
import {
  CURRENT,
  describePublication,
  digestOf,
  parseCurrent,
  type StoredPointer,
} from './current-build.ts';
import { entryName, entryText } from './ledger.ts';

/** The pointer of a store; null when there is none. @throws Error */
export async function findPointer(store: ObjectStore): Promise<StoredPointer | null> {
  const response = await store.find(CURRENT);
  if (!response) return null;
  const text = await response.text();
  return {
    current: parseCurrent(text),
    text,
    tag: response.headers.get('etag') ?? '',
  };
}

/**
 * Holds a file's bytes against its record.
 * @param record the manifest that has it, for the message
 * @throws Error naming both when they are others
 */
export async function checkFile({ path, sha256 }: FileRecord, record: string): Promise<void> {
  const found = (await recordOf(path)).sha256;
  if (found === sha256) return;
  throw new Error(
    `${path} has sha256 ${found}, but ${record} records ${sha256}: it is damaged, or of another build. Run "make artifacts", or copy the folder of one build whole.`,
  );
}

/** A file by its content, which is read in pieces: a cells.bin may be larger than memory. */
export async function recordOf(path: string): Promise<FileRecord> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path, bytes: statSync(path).size, sha256: hash.digest('hex') };
}

/**
 * Puts a file as the object of a name, or finds that there and whole.
 * @returns what was done, for the log
 * @throws Error naming the object when it has other bytes
 */
export async function putOnce(
  store: ObjectStore,
  name: string,
  file: FileRecord,
): Promise<'put' | 'are there already'> {
  const { path, sha256 } = file;
  const condition: Condition = { 'if-none-match': '*' };
  if (!(await store.has(name)) && (await store.put(name, path, { condition, sha256 })))
    return 'put';
  await checkObject(store, name, file);
  return 'are there already';
}

/**
 * Whether a store puts an object although the condition for that does not hold: tried with one that is there, by
 * itself, and a condition as the pointer will have.
 */
export function ignoresConditions(
  store: ObjectStore,
  name: string,
  file: FileRecord,
  before: StoredPointer | null,
): Promise<boolean> {
  // No object has this tag.
  const condition: Condition = before ? { 'if-match': '"0"' } : { 'if-none-match': '*' };
  return store.put(name, file.path, { condition, sha256: file.sha256 });
}

/**
 * Puts an entry of the ledger, and makes it the pointer if the one from before is still there. That one keeps its place
 * in the ledger, also when a release up to 0.5 put it.
 * @throws Error naming the build that another has published meanwhile
 */
export async function putPointer(
  store: ObjectStore,
  current: CurrentBuild,
  before: StoredPointer | null,
): Promise<void> {
  const texts = [entryText(current), ...(before ? [before.text] : [])];
  for (const text of texts) await store.put(entryName(digestOf(text)), Buffer.from(text));
  const content = Buffer.from(texts[0]);
  if (await replacePointer(store, content, before)) return;
  const now = await findPointer(store);
  if (now && now.tag !== before?.tag) {
    throw new Error(
      `meanwhile dataset ${now.current.dataset} was, ${describePublication(now.current)}. If yours shall take its place, run "make publish" again.`,
    );
  }
  throw new Error(
    `the store refuses another ${CURRENT} though nobody else has put one. May these keys read it, and does nothing on the way change its ETag? Then run "make publish" again.`,
  );
}

async function replacePointer(
  store: ObjectStore,
  content: Uint8Array,
  before: StoredPointer | null,
): Promise<boolean> {
  const isStill = async () => (await findPointer(store))?.tag === before?.tag;
  const put = (condition: Condition) => store.put(CURRENT, content, { condition });
  // All that a store which ignores conditions has against two at a time.
  if (!(await isStill())) return false;
  if (!before) return put({ 'if-none-match': '*' });
  if (await put({ 'if-match': before.tag })) return true;
  // Ceph 16 compares with the tag without its quotes.
  return (await isStill()) && put({ 'if-match': before.tag.replaceAll('"', '') });
}
