/** A relay before a server of this machine, which can be cut and slowed. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

export interface Relay {
  port: number;
  /** Hangs up on everybody and refuses whoever comes. */
  cut(): Promise<void>;
  /** Lets pass again. */
  mend(): Promise<void>;
  /** Keeps every byte of an answer back so long, ms. */
  slow(delayMs: number): void;
}

/** Starts a relay before a port. It passes everything at once until it gets another order, and ends behind the tests. */
export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  // One side may be through before the other is.
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    const callee = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [caller, callee]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    carry(caller, callee, () => 0);
    carry(callee, caller, () => delayMs);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const relay: Relay = {
    port,
    async cut() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      if (!server.listening) await listen(port);
    },
    slow(ms) {
      delayMs = ms;
    },
  };
  after(relay.cut);
  return relay;
}

/** Carries bytes and their end, each as late as it is due and none before another. */
function carry(from: Socket, to: Socket, delayMs: () => number): void {
  let turn = Promise.resolve();
  const later = (act: () => void) => {
    const dueMs = performance.now() + delayMs();
    turn = turn.then(async () => {
      const leftMs = dueMs - performance.now();
      if (leftMs > 0) await wait(leftMs);
      act();
    });
  };
  from.on('data', (chunk) => later(() => to.write(chunk)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => to.destroy());
}
