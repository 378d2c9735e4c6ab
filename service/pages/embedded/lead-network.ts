import { createHmac } from 'node:crypto';
import type { LeadNetwork } from '../../../schemas/types.ts';
import { shortenAddress, wideNetwork } from '../../http/caller.ts';

const MARK_BYTES = 16;
/** Nothing else that is signed with a sink's secret begins like this. */
const PURPOSE = 'lead-network';

/**
 * Marks of a visitor's network, by which a sink sees that leads come from one, without learning which.
 * @param secret the sink's: whoever has it can try networks out
 */
export function markNetwork(address: string, secret: string): LeadNetwork {
  const markOf = (network: string) =>
    createHmac('sha256', secret)
      .update(`${PURPOSE} ${network}`)
      .digest()
      .subarray(0, MARK_BYTES)
      .toString('base64url');
  return { near: markOf(shortenAddress(address)), wide: markOf(wideNetwork(address)) };
}
