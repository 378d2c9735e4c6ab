/**
 * A server that sends one answer without any work: `bare-server.mjs express|http|empty`. It reads the answer from
 * standard input as JSON {status, headers, body} and prints where it listens.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

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

const server = createServer(kind === 'express' ? await bareExpress() : rawHttp);
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
