/** `make rollback TO=version`: makes the build of that version, which was published before, the current one again. */
import { checkObject } from '../../../pipeline/files/object-store.ts';
import type { ObjectStore } from '../../../pipeline/files/store.ts';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { describePublication, objectName } from './pointer.ts';
import { findPointer, putPointer, type StoredBuild } from './put-pointer.ts';
import { runOnStore } from './run-on-store.ts';
import { findVersion } from './versions.ts';

if (process.argv[1] === import.meta.filename) {
  const { to } = commandLine('rollback');
  await runOnStore('nothing was rolled back', (store) => rollBack(store, to, console.log));
}

/**
 * Makes the build of a version the current one again.
 * @throws Error when the store has not had it, an object of it is missing or damaged, or another publisher was faster
 */
export async function rollBack(
  store: ObjectStore,
  to: string,
  say: (line: string) => void,
): Promise<void> {
  const before = await findPointer(store);
  if (!before) throw new Error('the store has no current.json: nothing was published to it.');
  const now = `Now ${before.current.dataset} is current, ${describePublication(before.current)}.`;
  if (to === before.current.dataset) return say(`Nothing to do. ${now}`);
  const build = to === '' ? null : await findVersion(store, to);
  if (!build)
    throw new Error(
      `TO is "${to}", expected a dataset version that was published to this store (versions/ there). ${now}`,
    );
  await assertWhole(store, build);
  await putPointer(store, build, before, say);
}

/** Reads a build's objects through. @throws Error naming one that is missing, or is not what its name says */
async function assertWhole(store: ObjectStore, build: StoredBuild): Promise<void> {
  for (const [path, sha256] of Object.entries(build.digests)) {
    const name = objectName(build, { path, sha256 });
    if (!(await store.has(name)))
      throw new Error(`${name} is not in the store. Publish that build from its folder.`);
    await checkObject(store, name, { path, sha256 });
  }
}
