import type { Server } from 'node:http';

const LOOK_EVERY_MS = 50;
const LIMIT_MS = 7_000;

/**
 * Lets a server finish: for `delayMs` it goes on answering, with `Connection: close`, while callers and
 * load balancers learn that it leaves; then it takes no new connection, waits for the requests it has
 * accepted, and after seven more seconds hangs up.
 */
export async function drain(server: Server, delayMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const late = setTimeout(() => server.closeAllConnections(), LIMIT_MS);
  await closed;
  clearInterval(looking);
  clearTimeout(late);
}
