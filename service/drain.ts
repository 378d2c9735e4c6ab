import type { Server } from 'node:http';

/** While callers with open connections learn by `Connection: close` that these end. */
const GOODBYE_MS = 500;
const LOOK_EVERY_MS = 50;
const LIMIT_MS = 9_000;

/**
 * Lets a server finish: for a moment it goes on answering, with `Connection: close`, then takes no
 * new connection, waits for the requests it has accepted, and after nine seconds hangs up.
 */
export async function drain(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  await new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const late = setTimeout(() => server.closeAllConnections(), LIMIT_MS - GOODBYE_MS);
  await closed;
  clearInterval(looking);
  clearTimeout(late);
}
