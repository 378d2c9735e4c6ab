import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that Linux gives to callers: what is ended and started again finds its port free. */
let last = 20_000 + (process.pid % 1000) * 10;

/** A port of loopback that nobody has, given once. */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = ++last;
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return port;
    } catch {
      // Somebody has it.
    }
  }
}
