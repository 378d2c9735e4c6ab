import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';

/** How long one request to the store may take, ms. */
const LIMIT_MS = 300_000;

/** A folder of an object store that speaks S3. */
export interface ObjectStore {
  /** The object of that name; the answer's status is 200, or 304 when its tag is `knownTag`. @throws Error */
  get(name: string, knownTag?: string): Promise<Response>;
  /** Puts a file there. @throws Error */
  put(name: string, path: string): Promise<void>;
}

/** Keys as all of S3's tools find them in the environment; none, and requests are not signed. */
type Environment = Record<string, string | undefined>;

/**
 * @param url of the folder, as `https://s3.eu-north-1.amazonaws.com/bucket/artifacts`
 * @param env AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION
 */
export function objectStore(url: string, env: Environment): ObjectStore {
  const request = requester(env);
  const ask = async (method: string, name: string, init: RequestInit = {}) => {
    const place = `${url.replace(/\/+$/, '')}/${name}`;
    const signal = AbortSignal.timeout(LIMIT_MS);
    const response = await request(place, { ...init, method, signal }).catch((error: Error) => {
      const cause = error.cause as Error | undefined;
      throw new Error(`${place} cannot be reached: ${cause?.message || error.message}.`);
    });
    if (response.ok || response.status === 304) return response;
    await response.body?.cancel();
    throw new Error(`${place} answers ${response.status} to ${method}, expected 200.`);
  };
  return {
    get: (name, knownTag) =>
      ask('GET', name, knownTag ? { headers: { 'if-none-match': knownTag } } : {}),
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
