/** A real server that speaks S3. It knows keys, but checks no signature of version 4. */
import { after } from 'node:test';
import S3rver, { type PutObject } from 's3rver';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { objectStore } from '../../../pipeline/files/object-store.ts';
import type { ObjectStore } from '../../../pipeline/files/store.ts';
import type { CurrentBuild } from '../../../schemas/types.ts';
import { until } from '../../test/until.ts';
import { publish } from './publish.ts';

export interface TestStore {
  url: string;
  /** Environment of who uses it. */
  env: Record<string, string>;
  store: ObjectStore;
  /** Names of the objects in the order in which they were written, each time. */
  written: string[];
  /** Called with the name of an object before its condition is looked at. */
  beforePut: (name: string) => Promise<void> | void;
}

const BUCKET = 'sun';
const FOLDER = 'data';
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** Starts a store, which goes when the tests have ended. */
export async function startStore(): Promise<TestStore> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: testFolder(),
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const putObject = server.store.putObject.bind(server.store);
  let last: Promise<unknown> = Promise.resolve();
  server.store.putObject = async (object) => {
    const name = object.key.slice(`${FOLDER}/`.length);
    await test.beforePut(name);
    // One after the other: between a look at the tag and the write there is no other write.
    const put = last.then(async () => {
      await checkConditions(server, object);
      test.written.push(name);
      return putObject(object);
    });
    last = put.catch(() => {});
    return put;
  };
  const { port } = await server.run();
  after(() => server.close());
  const url = `http://127.0.0.1:${port}/${BUCKET}/${FOLDER}`;
  const test: TestStore = {
    url,
    env: { ...KEYS, ARTIFACTS_URL: url },
    store: objectStore(url, KEYS),
    written: [],
    beforePut: () => {},
  };
  return test;
}

/** Checks conditions as the S3 API has them: 412 where the condition of a put does not hold. */
async function checkConditions(
  { store }: S3rver,
  { bucket, key, content: { headers } }: PutObject,
): Promise<void> {
  const isThere = await store.existsObject(bucket, key);
  const tag = isThere ? (await store.getMetadata(bucket, key)).etag : '';
  const match = headers['if-match'];
  const failed =
    (headers['if-none-match'] === '*' && isThere) ||
    (match !== undefined && !(isThere && match === tag));
  if (failed) throw Object.assign(new Error('PreconditionFailed'), { status: 412 });
}

/** Publishes a folder. Returns the messages. */
export async function publishTo(store: ObjectStore, artifacts: string): Promise<string> {
  const messages: string[] = [];
  await publish(store, artifacts, (line) => messages.push(line));
  return messages.join('\n');
}

/** The pointer of a store, as it is there. s3rver may answer a read right after a write with an empty body. */
export async function pointerOf({ get }: ObjectStore): Promise<CurrentBuild> {
  const text = await until(async () => (await get('current.json')).text(), 'the pointer is whole');
  return JSON.parse(text) as CurrentBuild;
}
