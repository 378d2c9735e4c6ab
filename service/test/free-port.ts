import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that the kernel gives to whoever asks for any, and above those that browsers refuse. */
const FIRST = 20_000;
const COUNT = 12_000;

/**
 * A port of loopback that nobody has at the moment, for a process that must be given one. Until that one listens no
 * other gets it: a listener on any port, and a connection, are given others.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(COUNT * Math.random());
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
