import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import type { FileRecord } from '../../schemas/types.ts';

/** How long one request to the store may take, ms. */
const LIMIT_MS = 300_000;

/** A folder of an object store that speaks S3. */
export interface ObjectStore {
  /** The object of that name; the answer's status is 200, or 304 when its tag is `knownTag`. @throws Error */
  get(name: string, knownTag?: string): Promise<Response>;
  /** Whether there is an object of that name. @throws Error when the store does not say */
  has(name: string): Promise<boolean>;
  /** Puts a file there. @throws Error */
  put(name: string, path: string): Promise<void>;
}

/** Keys as all of S3's tools find them in the environment; none, and requests are not signed. */
type Environment = Record<string, string | undefined>;

/**
 * @param url URL of the folder, as `https://s3.eu-north-1.amazonaws.com/bucket/artifacts`
 * @param env AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION
 */
export function objectStore(url: string, env: Environment): ObjectStore {
  const request = requester(env);
  const ask = async (method: string, name: string, init: RequestInit = {}, also = 200) => {
    const place = `${url.replace(/\/+$/, '')}/${name}`;
    const signal = AbortSignal.timeout(LIMIT_MS);
    const response = await request(place, { ...init, method, signal }).catch((error: Error) => {
      const cause = error.cause as Error | undefined;
      throw new Error(`${place} cannot be reached: ${cause?.message || error.message}.`);
    });
    if (response.ok || response.status === also) return response;
    await response.body?.cancel();
    throw new Error(`${place} answers ${response.status} to ${method}, expected 200.`);
  };
  return {
    get: (name, knownTag) =>
      ask('GET', name, knownTag ? { headers: { 'if-none-match': knownTag } } : {}, 304),
    has: async (name) => (await ask('HEAD', name, {}, 404)).ok,
    async put(name, path) {
      const { size } = await stat(path);
      const body = Readable.toWeb(createReadStream(path)) as ReadableStream;
      const headers = {
        'content-length': String(size),
        // The bytes' hash is the name, or is checked by who reads.
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      };
      await ask('PUT', name, { body, headers, duplex: 'half' } as RequestInit);
    },
  };
}

/**
 * Writes an object's bytes to a file.
 * @param expected size and hash that they must have, where known
 * @throws Error naming the object when they are others; then the file is of no use
 */
export async function fetchObject(
  store: ObjectStore,
  name: string,
  path: string,
  expected?: Pick<FileRecord, 'bytes' | 'sha256'>,
): Promise<void> {
  const wrong = (found: string) =>
    new Error(
      `${name} of the store has ${found}, expected ${basename(path)} with ${expected?.bytes} bytes. Remove it there, and put it there again.`,
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
  });
  // Node's types of the two kinds of streams know nothing of each other.
  const bytesOf = Readable.fromWeb(body as import('node:stream/web').ReadableStream);
  await pipeline(bytesOf, measure, createWriteStream(path));
  const found = hash.digest('hex');
  if (expected && found !== expected.sha256) throw wrong(`bytes of sha256 ${found}`);
}

function requester(env: Environment): typeof fetch {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) return fetch;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region: env.AWS_REGION ?? 'us-east-1',
    retries: 2,
    ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
  });
  return (input, init) => client.fetch(input as string, init);
}
