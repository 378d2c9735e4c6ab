/** `make rollback`: makes a build of the store current again: the one before, or the newest entry that TO names. */
import type { KeyObject } from 'node:crypto';
import { checkObject, type ObjectStore, objectStore } from '#common/object-store.ts';
import type { CurrentBuild } from '../../../schemas/types.ts';
import { readConfig } from '../config.ts';
import { believedKeys } from '../ledger-keys.ts';
import { cacheTagOf } from './cache-tag.ts';
import { objectName, type StoredPointer } from './current-build.ts';
import { findHead } from './later-entry.ts';
import { isBelieved, readLedger } from './ledger.ts';
import { makeCurrent } from './make-current.ts';

try {
  await rollBack(process.argv[2] ?? '');
} catch (error) {
  console.error(`error: nothing was rolled back: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** @param to a dataset's version or a tag of "make history"; empty for the build before the current one */
async function rollBack(to: string): Promise<void> {
  const config = readConfig(process.env);
  const { artifactsUrl } = config;
  if (!artifactsUrl) throw new Error('ARTIFACTS_URL says in which store, and is not set.');
  const store = objectStore(artifactsUrl, process.env);
  const keys = believedKeys(config);
  const before = await findHead(store, keys);
  if (!before) throw new Error(`${artifactsUrl} has no current.json.`);
  const build = await findBuild(store, before, to, keys);
  await assertWhole(store, build);
  const { dataset, digests, digest } = build;
  await makeCurrent(store, { dataset, digests, ...(digest && { digest }) }, before, config);
}

/**
 * Finds an entry besides the current one: that which is named, or the last one before the current build first came, so that
 * a build which was withdrawn returns by its name alone. What none of the keys signed is not signed by going back to it.
 */
async function findBuild(
  store: ObjectStore,
  before: StoredPointer,
  to: string,
  keys: readonly KeyObject[],
): Promise<CurrentBuild> {
  let strangers = 0;
  let found: CurrentBuild | undefined;
  for await (const { entry } of readLedger(store, before, refuseGap)) {
    if (tagOf(entry) === tagOf(before.current)) {
      found = undefined;
      continue;
    }
    if (found || (to !== '' && to !== entry.dataset && to !== tagOf(entry))) continue;
    if (!isBelieved(entry, keys)) strangers++;
    else if (to !== '') return entry;
    else found = entry;
  }
  if (found) return found;
  const wanted = to
    ? `TO="${to}", expected a version or tag that "make history" shows besides the current one.`
    : 'nothing before the current build; TO= names a later one of "make history".';
  throw new Error(`found ${wanted}${describeStrangers(strangers)}`);
}

/** Behind the gap the current build may have been before, and an entry of this side be one that it withdrew. */
function refuseGap(sentence: string): never {
  throw new Error(
    `${sentence} Name the build: TO= of "make history", or publish it from its folder.`,
  );
}

function tagOf({ digests }: CurrentBuild): string {
  return cacheTagOf(digests['manifest.json']);
}

function describeStrangers(count: number): string {
  if (count === 0) return '';
  const are = count === 1 ? '1 entry is' : `${count} entries are`;
  return ` ${are} signed by none of the keys that are set. Publish that build from a folder you trust, or add the key that signed it to LEDGER_PUBLIC_KEYS.`;
}

/** Reads a build's objects through. @throws Error naming one that is gone, or is not what its name says */
async function assertWhole(store: ObjectStore, { digests }: CurrentBuild): Promise<void> {
  for (const [path, sha256] of Object.entries(digests)) {
    const name = objectName({ sequence: 1, digests }, { path, sha256 });
    if (!(await store.has(name)))
      throw new Error(`${name} is not in the store. Publish that build from its folder.`);
    await checkObject(store, name, { path, sha256 });
  }
}
