/** `versions/<version>.json`: the build of each dataset version that a store has had, for rollbacks and against other data under one version. */
import type { ObjectStore } from '../../../pipeline/files/store.ts';
import { parsePointer } from './pointer.ts';
import type { StoredBuild } from './put-pointer.ts';

/** Files that answers come from. */
const DATA = ['pv-yield.bin', 'prices.bin'];

/** The build of a version. Null when the store has had none. @throws Error */
export async function findVersion(
  store: ObjectStore,
  version: string,
): Promise<StoredBuild | null> {
  const response = await store.find(nameOf(version));
  return response && parsePointer(await response.text());
}

/**
 * Records the build of a version, once. Browsers and caches keep answers by the version, so it never has other data.
 * @throws Error when it was published with other yields or prices
 */
export async function claimVersion(store: ObjectStore, build: StoredBuild): Promise<void> {
  const { dataset, digests } = build;
  const content = Buffer.from(`${JSON.stringify(build, null, 2)}\n`);
  const condition = { 'if-none-match': '*' } as const;
  const isNew = !(await findVersion(store, dataset));
  if (isNew && (await store.put(nameOf(dataset), content, { condition }))) return;
  const known = await findVersion(store, dataset);
  const others = DATA.filter((name) => known?.digests[name] !== digests[name]);
  if (others.length === 0) return;
  throw new Error(
    `dataset ${dataset} was published with another ${others.join(' and ')} (${nameOf(dataset)} of the store). Caches and browsers would go on with its answers: give the recipe another dataset_version, and build again.`,
  );
}

function nameOf(version: string): string {
  return `versions/${version}.json`;
}
