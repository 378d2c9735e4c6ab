/** Files named by their digests, kept by the browser where it keeps any (Cache Storage: pages and workers on https). */

/** Some bytes by a name that their content gives. */
export interface KeptFiles {
  get(name: string): Promise<Uint8Array | undefined>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Gives up all but these. */
  keepOnly(names: ReadonlySet<string>): Promise<void>;
}

/** Name of the cache of one source. */
export function cacheName(source: string): string {
  return `sun-over-sweden ${source}`;
}

/** Files kept of one source; none where nothing is kept. */
export async function keptFiles(source: string): Promise<KeptFiles | null> {
  const cache = await openCache(cacheName(source));
  if (!cache) return null;
  const addressOf = (name: string) => new URL(`?kept=${name}`, source).href;
  return {
    async get(name) {
      const found = await cache.match(addressOf(name));
      return found && new Uint8Array(await found.arrayBuffer());
    },
    // A full disk or a private window is no fault of the answer.
    put: (name, bytes) =>
      cache.put(addressOf(name), new Response(new Uint8Array(bytes))).catch(() => {}),
    async keepOnly(names) {
      const kept = new Set(Array.from(names, addressOf));
      for (const { url } of await listFiles(cache)) if (!kept.has(url)) await cache.delete(url);
    },
  };
}

/** Part of a Cache that is used here. */
interface FileCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
  keys(): Promise<readonly { url: string }[]>;
  delete(url: string): Promise<boolean>;
}

async function openCache(name: string): Promise<FileCache | null> {
  const { caches } = globalThis as { caches?: { open(name: string): Promise<FileCache> } };
  try {
    return (await caches?.open(name)) ?? null;
  } catch {
    return null;
  }
}

/** Lists what a cache has. Cloudflare's lists nothing: it refuses at once, and drops by itself what is old. */
async function listFiles(cache: FileCache): Promise<readonly { url: string }[]> {
  try {
    return await cache.keys();
  } catch {
    return [];
  }
}
