/** A bare server that reads, inflates and parses bodies and does nothing else: the least that reading them costs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const INFLATE: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

const server = createServer(async (request, response) => {
  const bytes = await buffer(request);
  try {
    JSON.parse(String(INFLATE[request.headers['content-encoding'] ?? '']?.(bytes) ?? bytes));
  } catch {
    // A body that is no JSON costs its parsing up to where that shows.
  }
  response.end();
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
