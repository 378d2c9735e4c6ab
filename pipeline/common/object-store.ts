import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { AwsClient } from 'aws4fetch';
import type { FileRecord } from '../../schemas/types.ts';
import { folderStore } from './folder-store.ts';
import type { ObjectStore } from './store.ts';

/** How long one request to the store may take, ms. */
const LIMIT_MS = 300_000;

/** Answers about an object that is not there. The second to whoever may not list the folder. */
const UNSEEN = [404, 403];
/** A signature further than this from the store's clock is refused (S3's RequestTimeTooSkewed), as if its keys were wrong. */
const MOST_APART_MS = 900_000;
/** Answers to a put whose condition does not hold: by HTTP, next to another put at that moment, and of older MinIOs. */
const REFUSED = [412, 409, 304];
/** Answer of a store that knows no conditions. */
const UNKNOWN = 501;

/** Keys as all of S3's tools find them in the environment. None, and requests are not signed. */
type Environment = Record<string, string | undefined>;

/** An answer of the store's that is no success. */
class StoreRefusal extends Error {
  readonly status: number;
  /** Whether it is due to this machine's clock, which may be set right meanwhile. */
  readonly isClocks: boolean;

  constructor(message: string, status: number, isClocks: boolean) {
    super(message);
    this.status = status;
    this.isClocks = isClocks;
  }
}

/**
 * @param url URL of the folder, as `https://s3.eu-north-1.amazonaws.com/bucket/artifacts` or `file:///srv/artifacts`
 * @param env AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION
 */
export function objectStore(url: string, env: Environment): ObjectStore {
  if (url.startsWith('file:')) return folderStore(fileURLToPath(url));
  const request = requester(env);
  const ask = async (method: string, name: string, init: RequestInit, also: number[] = []) => {
    const place = `${url.replace(/\/+$/, '')}/${name}`;
    const signal = AbortSignal.timeout(LIMIT_MS);
    const response = await request(place, { ...init, method, signal }).catch((error: Error) => {
      const cause = error.cause as Error | undefined;
      const reason = cause?.message || error.message;
      throw new Error(`${place} cannot be reached: ${reason}.`, { cause: error });
    });
    const { ok, status } = response;
    const apart = status === 403 ? describeClocksApart(response) : null;
    if (ok || (also.includes(status) && !apart)) return response;
    await response.body?.cancel();
    const message = `${place} answers ${status} to ${method}, expected 200.${apart ?? ''}`;
    throw new StoreRefusal(message, status, apart !== null);
  };
  const get = (name: string, knownTag: string | undefined, also: number[]) =>
    ask('GET', name, knownTag ? { headers: { 'if-none-match': knownTag } } : {}, also);
  return {
    get: (name, knownTag) => get(name, knownTag, [304]),
    async find(name, knownTag) {
      const response = await get(name, knownTag, [304, ...UNSEEN]);
      if (!UNSEEN.includes(response.status)) return response;
      await response.body?.cancel();
      return null;
    },
    has: async (name) => (await ask('HEAD', name, {}, [404])).ok,
    async put(name, content, { condition, sha256 } = {}) {
      const body = typeof content === 'string' ? await openAsBlob(content) : content;
      // Without a hash whoever reads sees to the bytes.
      const hash = { 'x-amz-content-sha256': sha256 ?? 'UNSIGNED-PAYLOAD' };
      const put = async (headers: Record<string, string>, also: number[]) => {
        const response = await ask('PUT', name, { body, headers }, also);
        await response.body?.cancel();
        return response.status;
      };
      const status = condition
        ? await put({ ...hash, ...condition }, [...REFUSED, UNKNOWN])
        : UNKNOWN;
      if (status === UNKNOWN) await put(hash, []);
      return !REFUSED.includes(status);
    },
  };
}

/** Sentence on this machine's clock when it is too far from the store's. Null when it is not, or the store reports no time. */
function describeClocksApart({ headers }: Response): string | null {
  const aheadMs = Date.now() - Date.parse(headers.get('date') ?? '');
  if (!(Math.abs(aheadMs) > MOST_APART_MS)) return null;
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return ` This machine's clock is ${minutes} minutes ${side} the store's: set it right.`;
}

/**
 * Writes an object's bytes to a file.
 * @param expected file that they must be, where known
 * @throws Error naming the object when they are others. Then the file is of no use
 */
export async function fetchObject(
  store: ObjectStore,
  name: string,
  path: string,
  expected?: ExpectedFile,
): Promise<void> {
  await pipeline(...(await checkedBytes(store, name, expected)), createWriteStream(path));
}

/** A file that an object must be. Its length may not be known. */
type ExpectedFile = Pick<FileRecord, 'path' | 'sha256'> & Partial<Pick<FileRecord, 'bytes'>>;

/** Reads an object through. @throws Error naming it when its bytes are others than expected */
export async function checkObject(
  store: ObjectStore,
  name: string,
  expected: ExpectedFile,
): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(...(await checkedBytes(store, name, expected)), nowhere);
}

/** An object's bytes, and what fails at the latest behind the last of them when they are not the expected ones. */
async function checkedBytes(
  store: ObjectStore,
  name: string,
  expected: ExpectedFile | undefined,
): Promise<[Readable, Transform]> {
  const size =
    expected?.bytes === undefined
      ? `of sha256 ${expected?.sha256}`
      : `with ${expected.bytes} bytes`;
  const wrong = (found: string) =>
    new Error(
      `${name} of the store has ${found}, expected ${basename(expected?.path ?? '')} ${size}. Remove it there, and put it there again.`,
    );
  const { body } = await store.get(name);
  if (!body) throw new Error(`${name} of the store came without a body. Put it there again.`);
  const most = expected?.bytes ?? Number.POSITIVE_INFINITY;
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > most ? wrong(`more than ${most} bytes`) : null, chunk);
    },
    flush(done) {
      const found = hash.digest('hex');
      done(expected && found !== expected.sha256 ? wrong(`bytes of sha256 ${found}`) : null);
    },
  });
  // Node's types of the two kinds of streams know nothing of each other.
  return [Readable.fromWeb(body as import('node:stream/web').ReadableStream), measure];
}

/** Loads what signs with the first request that has keys. */
function requester(env: Environment): typeof fetch {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) return fetch;
  let client: Promise<AwsClient> | undefined;
  const connect = async () => {
    const { AwsClient } = await import('aws4fetch');
    return new AwsClient({
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region: env.AWS_REGION ?? 'us-east-1',
      retries: 2,
      ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
    });
  };
  return async (input, init) => {
    client ??= connect();
    return (await client).fetch(input as string, init);
  };
}
