/** Signatures of requests to a store, computed again by their receiver: the S3 server of the other tests takes any. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
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

test('GET, HEAD and a streamed PUT carry the signature of their secret, for the region and for S3', async () => {
  const bodies: number[] = [];
  const server = createServer(async (req, res) => {
    const { method = '', url: path = '', headers } = req;
    const request = { method, path, headers };
    const { scope, signature } = authorization(request);
    bodies.push((await buffer(req)).length);
    const isSigned =
      /^\d{8}\/eu-north-1\/s3\/aws4_request$/.test(scope) &&
      signature === signatureOf(request, KEYS.AWS_SECRET_ACCESS_KEY);
    res.writeHead(isSigned ? 200 : 403).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/sun`;
  const store = objectStore(url, KEYS);
  assert.equal((await store.get('manifest.json', '"tag"')).status, 200);
  assert.equal(await store.has('inputs/0'), true);
  await store.put('x.bin', fileURLToPath(import.meta.url));
  assert.ok((bodies.at(-1) ?? 0) > 3000, 'the body came whole');
  const forged = objectStore(url, { ...KEYS, AWS_SECRET_ACCESS_KEY: 'another' });
  await assert.rejects(forged.get('manifest.json'), /answers 403 to GET/);
  await assert.rejects(objectStore(url, {}).get('manifest.json'), /answers 403 to GET/);
});
