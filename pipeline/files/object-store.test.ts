/** Signatures of requests, which the receiver verifies. The S3 server of other tests accepts any. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { objectStore } from './object-store.ts';

const KEYS = {
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  AWS_REGION: 'eu-north-1',
};
const EMPTY = createHash('sha256').update('').digest('hex');

/** A request as it was received. */
interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** The fields of its Authorization header. */
function authorization({ headers }: Received) {
  const text = headers.authorization ?? '';
  const [, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      text,
    ) ?? [];
  return { scope, names, signature };
}

/** AWS Signature Version 4 as "Authenticating Requests (AWS Signature Version 4)" of the S3 API writes it down. */
function signatureOf(request: Received, secret: string): string {
  const { method, path, headers } = request;
  const { scope, names } = authorization(request);
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = `${method}\n${path}\n\n${lines.join('')}\n${names}\n${headers['x-amz-content-sha256']}`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${hash}`).toString('hex');
}

test("the computation gives the signature of AWS's published example", () => {
  const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
  };
  const request = { method: 'GET', path: '/test.txt', headers };
  assert.equal(signatureOf(request, KEYS.AWS_SECRET_ACCESS_KEY), signature);
});

/** A server of a test that answers as instructed. Its URL as a store. */
async function listenAs(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/sun`;
}

test('GET, HEAD and a streamed PUT carry the signature of their secret, for the region and for S3', async () => {
  const bodies: number[] = [];
  const url = await listenAs(async (req, res) => {
    const { method = '', url: path = '', headers } = req;
    const request = { method, path, headers };
    const { scope, names, signature } = authorization(request);
    bodies.push((await buffer(req)).length);
    const conditions = Object.keys(headers).filter((name) => /^if-/.test(name));
    for (const name of conditions) assert.ok(names.split(';').includes(name), `${names}: ${name}`);
    const isSigned =
      /^\d{8}\/eu-north-1\/s3\/aws4_request$/.test(scope) &&
      signature === signatureOf(request, KEYS.AWS_SECRET_ACCESS_KEY);
    res.writeHead(isSigned ? 200 : 403).end();
  });
  const store = objectStore(url, KEYS);
  assert.equal((await store.get('manifest.json', '"tag"')).status, 200);
  assert.equal(await store.has('inputs/0'), true);
  const path = fileURLToPath(import.meta.url);
  assert.equal(await store.put('x.bin', path, { condition: { 'if-match': '"tag"' } }), true);
  assert.ok((bodies.at(-1) ?? 0) > 3000, 'the body came whole');
  const forged = objectStore(url, { ...KEYS, AWS_SECRET_ACCESS_KEY: 'another' });
  await assert.rejects(forged.get('manifest.json'), /answers 403 to GET/);
  await assert.rejects(objectStore(url, {}).get('manifest.json'), /answers 403 to GET/);
});

test('the digest of a PUT is that of its bytes, for the store to check', async () => {
  const url = await listenAs(async (req, res) => {
    const hash = createHash('sha256').update(await buffer(req));
    const isRight = req.headers['x-amz-content-sha256'] === hash.digest('hex');
    res.writeHead(isRight ? 200 : 400).end();
  });
  const store = objectStore(url, KEYS);
  const path = fileURLToPath(import.meta.url);
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  assert.equal(await store.put('x.bin', path, { sha256 }), true);
  await assert.rejects(store.put('x.bin', Buffer.from('other'), { sha256 }), /answers 400 to PUT/);
});

test('a condition that does not hold is no error, and a store without conditions gets a plain put', async () => {
  const requests: string[] = [];
  let status = 0;
  const url = await listenAs(async (req, res) => {
    const bytes = await buffer(req);
    const match = req.headers['if-match'];
    requests.push(`${match} ${bytes}`);
    res.writeHead(match ? status : 200).end();
  });
  const store = objectStore(url, {});
  const put = () => store.put('x', Buffer.from('bytes'), { condition: { 'if-match': '"a"' } });
  for (status of [412, 409, 304]) assert.equal(await put(), false, `${status}`);
  assert.deepEqual(requests, Array(3).fill('"a" bytes'));
  status = 501;
  assert.equal(await put(), true);
  assert.deepEqual(requests.slice(3), ['"a" bytes', 'undefined bytes']);
  status = 500;
  await assert.rejects(put(), /answers 500 to PUT, expected 200/);
});

test('an object that these keys do not see is not there; other answers are errors', async () => {
  let status = 0;
  const url = await listenAs((_request, res) => void res.writeHead(status).end());
  const store = objectStore(url, {});
  for (status of [404, 403]) assert.equal(await store.find('current.json'), null);
  for (status of [500, 401]) await assert.rejects(store.find('x'), /answers (500|401) to GET/);
});

test('keys that are refused for this machine’s clock are not keys that see nothing', async () => {
  let date = '';
  const url = await listenAs((_request, res) => void res.writeHead(403, { date }).end());
  const store = objectStore(url, KEYS);
  const apart = (minutes: number) => new Date(Date.now() + minutes * 60_000).toUTCString();
  for (const [minutes, message] of [
    [-1440, /clock is 1440 minutes ahead of the store's: correct it/],
    [20, /clock is 20 minutes behind the store's/],
  ] as const) {
    date = apart(minutes);
    await assert.rejects(store.find('current.json'), message);
  }
  date = apart(10);
  assert.equal(await store.find('current.json'), null);
});
