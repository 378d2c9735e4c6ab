import type { Server } from 'node:http';
import { networkOfAddress } from './caller.ts';

/** One address may hold a quarter of the connections that may be open. */
const ADDRESSES_AT_LEAST = 4;

/**
 * Bounds how many connections a server has open, and how many of them an address (IPv6: a /56): one
 * alone cannot keep all others out. Proxies bring many callers, so that theirs are not shared out.
 * @param isProxy whether a trusted proxy has this address
 * @param tell gets a sentence at the first connection that is refused for either reason
 */
export function boundConnections(
  server: Server,
  most: number,
  isProxy: (address: string) => boolean,
  tell: (sentence: string) => void,
): void {
  const share = Math.ceil(most / ADDRESSES_AT_LEAST);
  const openByNetwork = new Map<string, number>();
  let told = false;
  server.maxConnections = most;
  server.once('drop', () => tell(`MAX_CONNECTIONS (${most}) are open, further ones are refused.`));
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = networkOfAddress(address);
    const open = openByNetwork.get(network) ?? 0;
    if (open >= share) {
      socket.destroy();
      if (!told)
        tell(
          `An address has ${share} connections open, a quarter of MAX_CONNECTIONS; further ones of it are refused. TRUST_PROXY names proxies.`,
        );
      told = true;
      return;
    }
    openByNetwork.set(network, open + 1);
    socket.once('close', () => {
      const left = (openByNetwork.get(network) ?? 0) - 1;
      if (left > 0) openByNetwork.set(network, left);
      else openByNetwork.delete(network);
    });
  });
}
