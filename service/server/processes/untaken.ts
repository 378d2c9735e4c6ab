import type { Worker } from 'node:cluster';

/** Node's own messages between primary and process about a connection: it is given, or its receipt. */
interface Receipt {
  act?: unknown;
  seq?: unknown;
  ack?: unknown;
}

/** A connection on its way. */
interface Handle {
  close(): void;
}

function isReceipt(message: unknown): message is Receipt {
  return typeof message === 'object' && message !== null;
}

function isHandle(handle: unknown): handle is Handle {
  return typeof handle === 'object' && handle !== null && 'close' in handle;
}

/**
 * Hangs up on callers whose connection was given to a process that dies before it has taken it: Node keeps such a
 * connection open (lib/internal/cluster/round_robin_handle.js has no end of it), and they would wait for ever.
 */
export function closeUntaken(worker: Worker): void {
  const untaken = new Map<unknown, Handle>();
  const { process } = worker;
  const send = process.send.bind(process);
  process.send = (...sent: unknown[]): boolean => {
    const [message, handle] = sent;
    if (isReceipt(message) && message.act === 'newconn' && isHandle(handle)) {
      untaken.set(message.seq, handle);
    }
    return Reflect.apply(send, process, sent);
  };
  process.on('internalMessage', (message) => {
    if (isReceipt(message)) untaken.delete(message.ack);
  });
  worker.once('exit', () => {
    for (const handle of untaken.values()) handle.close();
  });
}
