import type { Server } from 'node:http';

const LOOK_EVERY_MS = 50;
/** Seven seconds, counted in looks: while the process gets no time to run, no caller can end his request. */
const MOST_LOOKS = 7_000 / LOOK_EVERY_MS;

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
  let looks = 0;
  const looking = setInterval(() => {
    if (++looks < MOST_LOOKS) server.closeIdleConnections();
    else server.closeAllConnections();
  }, LOOK_EVERY_MS);
  await closed;
  clearInterval(looking);
}
