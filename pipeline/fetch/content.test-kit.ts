/** A file's content for tests, and a server of it that knows ranges. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DownloadFile } from '../../schemas/types.ts';
import { seededRandom } from '../bench/seeded-random.ts';

const random = seededRandom(7);
export const CONTENT = Buffer.from(
  Array.from({ length: 200_000 }, () => Math.floor(256 * random())),
);
export const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
export const TAG = '"v1"';

/** CONTENT as a list of downloads pins it, and without a pin. */
export function pinned(base: string, path = '/a.tif'): DownloadFile {
  return { ...unpinned(base, path), sha256: SHA256, bytes: CONTENT.length };
}
export function unpinned(base: string, path = '/a.tif'): DownloadFile {
  return { url: base + path, path: 'a.tif' };
}

/** Sends all of it, or from where the request wants it. */
export function serveRangeOf(
  content: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const first = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(first)) {
    response.writeHead(200, { etag: TAG, 'content-length': content.length }).end(content);
  } else if (first >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
  } else {
    const range = `bytes ${first}-${content.length - 1}/${content.length}`;
    response.writeHead(206, { etag: TAG, 'content-range': range }).end(content.subarray(first));
  }
}

/** The same of CONTENT. */
export function serveRange(request: IncomingMessage, response: ServerResponse): void {
  serveRangeOf(CONTENT, request, response);
}
