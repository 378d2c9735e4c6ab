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

/** Statuses for a missing object. S3 answers 403 to keys that may not list the folder. */
const UNSEEN = [404, 403];
/** S3 refuses requests whose clock differs by more than this (RequestTimeTooSkewed) with 403, as it does wrong keys. */
const MOST_APART_MS = 900_000;
/** Statuses for a put whose condition fails: HTTP's, S3's during a concurrent put, and older MinIO's. */
const CONDITION_FAILED = [412, 409, 304];
/** Status of a store that does not support conditions. */
const UNKNOWN = 501;

/** Keys in the variables that S3 tools use. Without keys requests are not signed. */
type Environment = Record<string, string | undefined>;

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
    throw new Error(`${place} answers ${status} to ${method}, expected 200.${apart ?? ''}`);
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
      // Without a hash here, readers check the bytes.
      const hash = { 'x-amz-content-sha256': sha256 ?? 'UNSIGNED-PAYLOAD' };
      const put = async (headers: Record<string, string>, also: number[]) => {
        const response = await ask('PUT', name, { body, headers }, also);
        await response.body?.cancel();
        return response.status;
      };
      const status = condition
        ? await put({ ...hash, ...condition }, [...CONDITION_FAILED, UNKNOWN])
        : UNKNOWN;
      if (status === UNKNOWN) await put(hash, []);
      return !CONDITION_FAILED.includes(status);
    },
  };
}

/** Text about this machine's clock when it differs too much from the store's. Null otherwise, or without a `Date` header. */
function describeClocksApart({ headers }: Response): string | null {
  const aheadMs = Date.now() - Date.parse(headers.get('date') ?? '');
  if (!(Math.abs(aheadMs) > MOST_APART_MS)) return null;
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return ` This machine's clock is ${minutes} minutes ${side} the store's: correct it.`;
}

/**
 * Writes an object's bytes to a file.
 * @param expected digest and length that the bytes must have, where known
 * @throws Error naming the object when they differ. Then discard the file
 */
export async function fetchObject(
  store: ObjectStore,
  name: string,
  path: string,
  expected?: ExpectedFile,
): Promise<void> {
  await pipeline(...(await checkedBytes(store, name, expected)), createWriteStream(path));
}

/** Digest and length of an object's bytes. The length may be unknown. */
type ExpectedFile = Pick<FileRecord, 'path' | 'sha256'> & Partial<Pick<FileRecord, 'bytes'>>;

/** Reads an object to its end. @throws Error naming it when its bytes differ from the expected */
export async function checkObject(
  store: ObjectStore,
  name: string,
  expected: ExpectedFile,
): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(...(await checkedBytes(store, name, expected)), nowhere);
}

/** An object's bytes, and a transform that fails, at the end at the latest, when they are not the expected ones. */
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
  // The web stream of fetch's types and Node's are the same at run time, but not to TypeScript.
  return [Readable.fromWeb(body as import('node:stream/web').ReadableStream), measure];
}

/** Loads the signing library at the first request, if there are keys. */
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
