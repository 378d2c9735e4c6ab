/** Makes a build of a store the current one, on condition that nobody else has done so meanwhile. */
import { hostname, userInfo } from 'node:os';
import type { Condition, ObjectStore } from '../../../pipeline/files/store.ts';
import type { CurrentBuild } from '../../../schemas/types.ts';
import { CURRENT, cacheTagOf, describePublication, isOlder, parsePointer } from './pointer.ts';

export interface StoredPointer {
  current: CurrentBuild;
  tag: string;
}

/** A build that a store has whole. */
export type StoredBuild = Pick<CurrentBuild, 'dataset' | 'digests'>;

/** The pointer of a store. Null when there is none. @throws Error */
export async function findPointer(store: ObjectStore): Promise<StoredPointer | null> {
  const response = await store.find(CURRENT);
  if (!response) return null;
  const current = parsePointer(await response.text());
  return { current, tag: response.headers.get('etag') ?? '' };
}

/**
 * Makes a build the current one, and says in whose place.
 * @param before the pointer that it takes the place of
 * @throws Error naming the build that another publisher has made current meanwhile
 */
export async function putPointer(
  store: ObjectStore,
  build: StoredBuild,
  before: StoredPointer | null,
  say: (line: string) => void,
): Promise<void> {
  const current: CurrentBuild = {
    dataset: build.dataset,
    digests: build.digests,
    sequence: nextSequence(before),
    published_at: new Date().toISOString(),
    published_by: publisher(),
  };
  const content = Buffer.from(`${JSON.stringify(current, null, 2)}\n`);
  if (!(await replacePointer(store, content, before))) throw await refusal(store, before);
  say(`Dataset ${build.dataset} is current now, ${describePublication(current)}.`);
  if (before) sayReplaced(current, before.current, say);
}

/**
 * Higher than any sequence before, also than one that this store has lost: where somebody has put an old pointer back, the
 * next one has to count with nodes that have had newer ones. Hence the Unix time, s, and not a count.
 */
function nextSequence(before: StoredPointer | null): number {
  return Math.max(Math.floor(Date.now() / 1000), (before?.current.sequence ?? 0) + 1);
}

async function replacePointer(
  store: ObjectStore,
  content: Uint8Array<ArrayBuffer>,
  before: StoredPointer | null,
): Promise<boolean> {
  // For stores that ignore conditions.
  if ((await findPointer(store))?.tag !== before?.tag) return false;
  const condition: Condition = before ? { 'if-match': before.tag } : { 'if-none-match': '*' };
  return store.put(CURRENT, content, { condition });
}

async function refusal(store: ObjectStore, before: StoredPointer | null): Promise<Error> {
  const now = await findPointer(store);
  if (now && now.tag !== before?.tag)
    return new Error(
      `meanwhile dataset ${now.current.dataset} was, ${describePublication(now.current)}. To put yours in its place run the command again.`,
    );
  return new Error(
    `the store refuses another ${CURRENT} though nobody else has put one. May these keys read it, and does a proxy change its ETag? Then run the command again.`,
  );
}

function sayReplaced(
  current: CurrentBuild,
  before: CurrentBuild,
  say: (line: string) => void,
): void {
  const verb = isOlder(current, before) ? 'withdraws the newer' : 'takes the place of';
  say(`It ${verb} ${before.dataset}, ${describePublication(before)}.`);
  const tag = cacheTagOf(before.digests['manifest.json']);
  say(
    `Shared caches may keep answers of ${before.dataset} for a day: purge them by the tag ${tag}.`,
  );
}

/** User and machine. Not every user of a container has a name. */
function publisher(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `user-${process.getuid?.()}@${hostname()}`;
  }
}
