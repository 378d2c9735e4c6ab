import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOfAddress } from '../caller.ts';

/** One address may hold a quarter of the connections that may be open. */
const ADDRESSES_AT_LEAST = 4;

/**
 * Bounds how many connections a server has open, and how many of them an address (IPv6: a /56): one
 * alone cannot keep all others out. Proxies bring many callers, so that theirs are not shared out.
 * @param isProxy whether a trusted proxy has this address
 * @param reportRefusal gets a sentence at the first connection that is refused for either reason
 */
export function boundConnections(
  server: Server,
  most: number,
  isProxy: (address: string) => boolean,
  reportRefusal: (sentence: string) => void,
): void {
  server.maxConnections = most;
  const fromAddress = createAddressCounter(Math.ceil(most / ADDRESSES_AT_LEAST), reportRefusal);
  server.once('drop', () =>
    reportRefusal(
      `All ${most} connections of this process (MAX_CONNECTIONS) are open, further ones are refused.`,
    ),
  );
  server.on('connection', (socket) => {
    if (!isProxy(socket.remoteAddress ?? '')) fromAddress(socket);
  });
}

/** Makes a function that counts a connection among those of its address, and ends it when they are too many. */
function createAddressCounter(share: number, reportRefusal: (sentence: string) => void) {
  const openByNetwork = new Map<string, number>();
  let isReported = false;
  return (socket: Socket): void => {
    const network = networkOfAddress(socket.remoteAddress ?? '');
    const open = openByNetwork.get(network) ?? 0;
    if (open >= share) {
      socket.destroy();
      if (!isReported)
        reportRefusal(
          `An address has ${share} connections open, a quarter of MAX_CONNECTIONS here; further ones of it are refused. TRUST_PROXY names proxies.`,
        );
      isReported = true;
      return;
    }
    openByNetwork.set(network, open + 1);
    socket.once('close', () => {
      const left = (openByNetwork.get(network) ?? 0) - 1;
      if (left > 0) openByNetwork.set(network, left);
      else openByNetwork.delete(network);
    });
  };
}
