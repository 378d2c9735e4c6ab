/**
 * A server that sends one answer without any work: `bare-server.mjs express|http|empty|parser`. It reads the answer
 * from standard input as JSON {status, headers, body} and prints where it listens. The parser reads, inflates and
 * parses each body before.
 */
import { createServer } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const kind = process.argv[2];
const { status, headers, body } = (await json(process.stdin)) ?? {
  status: 200,
  headers: {},
  body: '{}',
};

async function bareExpress() {
  const { default: express } = await import('express');
  const app = express().disable('x-powered-by');
  app.get('/api/v1/pv-yield', (_request, response) => {
    response.status(status).set(headers).end(body);
  });
  return app;
}

const rawHttp = (_request, response) => response.writeHead(status, headers).end(body);

const inflate = { gzip: gunzipSync, br: brotliDecompressSync };

async function parseBody(request, response) {
  const bytes = await buffer(request);
  try {
    JSON.parse(String(inflate[request.headers['content-encoding']]?.(bytes) ?? bytes));
  } catch {
    // A body that is no JSON costs its parsing up to where that shows.
  }
  rawHttp(request, response);
}

const answers = { express: bareExpress, parser: () => parseBody };
const server = createServer((await answers[kind]?.()) ?? rawHttp);
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
