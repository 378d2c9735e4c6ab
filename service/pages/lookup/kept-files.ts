/** Files of a dataset named by their digests, kept by the browser where it keeps any (Cache Storage: pages and workers on https). */

/** Some bytes by a name that their content gives. */
export interface KeptFiles {
  get(name: string): Promise<Uint8Array | undefined>;
  put(name: string, bytes: Uint8Array): Promise<void>;
}

/** Digits of a dataset's digest in the name of its cache. */
const DIGITS = 16;

/** Formers of a dataset that stay: a page of them may still be open, or be the one that is kept. */
const FORMERS = 1;

/** Parts of addresses that differ from build to build, or by the way a dataset is read. */
const OF_BUILD = new RegExp(
  `/builds/[0-9a-f]{64}(?=/)|(\\.[0-9a-f]{${DIGITS}})?(\\.bin|/head\\.bin)$`,
  'g',
);

/** Name of a dataset's cache. @param source its address, @param digest SHA-256 of its head */
export function cacheName(source: string, digest: string): string {
  return `${prefixOf(source)}${digest.slice(0, DIGITS)}`;
}

function prefixOf(source: string): string {
  return `sun-over-sweden ${placeOf(source)} `;
}

/** The part that addresses of all builds of a dataset have in common, in one file and in files by digest. */
function placeOf(source: string): string {
  const { origin, pathname } = new URL(source);
  return origin + pathname.replace(OF_BUILD, '');
}

/**
 * Files kept of one dataset, and none any more of those that were there before its last one; null where nothing is kept.
 * @param digest SHA-256 of its head
 */
export async function keptFiles(source: string, digest: string): Promise<KeptFiles | null> {
  const cache = await openCache(cacheName(source, digest));
  if (!cache) return null;
  await dropFormers(source, digest).catch(() => {});
  const addressOf = (name: string) => `${placeOf(source)}?kept=${name}`;
  return {
    async get(name) {
      const found = await cache.match(addressOf(name));
      return found && new Uint8Array(await found.arrayBuffer());
    },
    // A full disk or a private window is no fault of the answer.
    put: (name, bytes) =>
      cache.put(addressOf(name), new Response(new Uint8Array(bytes))).catch(() => {}),
  };
}

/** Part of a Cache that is used here. */
interface FileCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

/** Part of a CacheStorage that is used here; Cloudflare's lists and deletes nothing, and drops by itself what is old. */
interface FileCaches {
  open(name: string): Promise<FileCache>;
  keys?(): Promise<string[]>;
  delete?(name: string): Promise<boolean>;
}

async function openCache(name: string): Promise<FileCache | null> {
  try {
    return (await cachesOf()?.open(name)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Drops what is kept of a dataset's formers, but for the last.
 * @param digest SHA-256 of the head of the one that is used now
 */
async function dropFormers(source: string, digest: string): Promise<void> {
  const caches = cachesOf();
  const [prefix, own] = [prefixOf(source), cacheName(source, digest)];
  // The names come in the order in which their caches were made.
  const names = (await caches?.keys?.()) ?? [];
  const others = names.filter((name) => name.startsWith(prefix) && name !== own);
  for (const name of others.slice(0, -FORMERS)) await caches?.delete?.(name);
}

function cachesOf(): FileCaches | undefined {
  return (globalThis as { caches?: FileCaches }).caches;
}
