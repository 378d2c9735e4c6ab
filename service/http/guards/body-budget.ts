import type { Response } from 'express';
import { networkOf } from '../caller.ts';
import { busy } from '../http-error.ts';

/** Bytes of bodies that may be held at a time, inflated, from their arrival until their answer is sent. */
export interface BodyLimits {
  nodeBytes: number;
  /** Most bytes for one IP address. IPv6: for its /56. */
  addressBytes: number;
}

/** Takes so many bytes more for a body. @throws HttpError busy when they are not there */
export type TakeBytes = (bytes: number) => void;

export interface BodyBudget {
  /** Makes the budget of one body: what it takes goes back when the answer is sent or the caller has left. */
  taker(response: Response): TakeBytes;
}

/** A budget of which nothing is taken yet. */
export function bodyBudget(limits: BodyLimits): BodyBudget {
  let heldBytes = 0;
  const heldByNetwork = new Map<string, number>();

  function take(network: string, bytes: number): void {
    const ofNetwork = (heldByNetwork.get(network) ?? 0) + bytes;
    heldBytes += bytes;
    if (ofNetwork > 0) heldByNetwork.set(network, ofNetwork);
    else heldByNetwork.delete(network);
  }

  function check(network: string, bytes: number): void {
    const ofNetwork = (heldByNetwork.get(network) ?? 0) + bytes;
    if (ofNetwork > limits.addressBytes)
      throw tooMuch('Bodies from your address', limits.addressBytes);
    if (heldBytes + bytes > limits.nodeBytes) throw tooMuch('Bodies', limits.nodeBytes);
  }

  return {
    taker(response) {
      const network = networkOf(response);
      let taken = 0;
      const takeMore = (bytes: number) => {
        // Bytes counted for a caller who no longer exists would never be given back.
        if (response.closed) return;
        check(network, bytes);
        taken += bytes;
        take(network, bytes);
      };
      response.once('close', () => take(network, -taken));
      return takeMore;
    },
  };
}

function tooMuch(what: string, bytes: number): Error {
  return busy(`${what} fill the ${bytes} bytes that may be held at a time.`);
}
