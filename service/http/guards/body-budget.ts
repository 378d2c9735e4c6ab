import type { Response } from 'express';
import { networkOf } from '../caller.ts';
import { busy } from '../http-error.ts';

/** Bytes of bodies that may be held at a time, inflated, from their arrival until their answer is sent. */
export interface BodyLimits {
  nodeBytes: number;
  /** Most bytes for one IP address. IPv6: for its /56. */
  addressBytes: number;
}

/** Larger bodies leave a quarter of the node's bytes to those up to this size. */
const SMALL_BYTES = 65_536;
const LARGE_SHARE = 3 / 4;
/** One address has no more of that quarter than four such bodies fill. */
const SMALL_ADDRESS_BYTES = 4 * SMALL_BYTES;

/** While more than half of the node's bytes is held, a body that brings fewer than 1 kB/s for so long is closed. */
const STALL_MS = 5_000;
const STALL_BYTES = 5_000;

/** One body's part of the budget. What it takes goes back when the answer is sent or the caller has left. */
export interface HeldBody {
  /** Counts bytes that have arrived or inflated. @throws HttpError busy when there is no space for them */
  take(bytes: number): void;
  /** Called with the error of a body that is closed, since its bytes do not arrive. */
  onStall: (error: Error) => void;
}

export interface BodyBudget {
  open(response: Response): HeldBody;
}

/** State of a body that is held. */
interface Held extends HeldBody {
  bytes: number;
  /** Its bytes at the previous look. Undefined for a body that has come since. */
  before?: number;
  response: Response;
}

/** A budget of which nothing is taken yet. */
export function bodyBudget(limits: BodyLimits): BodyBudget {
  let heldBytes = 0;
  const heldByNetwork = new Map<string, number>();
  const bodies = new Set<Held>();

  function take(network: string, bytes: number): void {
    const ofNetwork = (heldByNetwork.get(network) ?? 0) + bytes;
    heldBytes += bytes;
    if (ofNetwork > 0) heldByNetwork.set(network, ofNetwork);
    else heldByNetwork.delete(network);
  }

  function check(network: string, bytes: number, bodyBytes: number): void {
    const ofNetwork = (heldByNetwork.get(network) ?? 0) + bytes;
    if (ofNetwork > limits.addressBytes)
      throw tooMuch('Bodies from your address', limits.addressBytes);
    const isSmall = bodyBytes <= SMALL_BYTES && ofNetwork <= SMALL_ADDRESS_BYTES;
    const nodeBytes = isSmall ? limits.nodeBytes : LARGE_SHARE * limits.nodeBytes;
    if (heldBytes + bytes > nodeBytes) throw tooMuch('Bodies', nodeBytes);
  }

  function closeStalled(): void {
    for (const body of bodies) {
      const { bytes, before = -Infinity, response } = body;
      body.before = bytes;
      const isStalled = !response.req.complete && bytes - before < STALL_BYTES;
      if (isStalled && heldBytes > limits.nodeBytes / 2) body.onStall(busy(STALLED));
    }
  }
  setInterval(closeStalled, STALL_MS).unref();

  return {
    open(response) {
      const network = networkOf(response);
      const body: Held = {
        bytes: 0,
        response,
        onStall() {},
        take(bytes) {
          // Bytes counted for a caller who no longer exists would never be given back.
          if (response.closed) return;
          check(network, bytes, body.bytes + bytes);
          body.bytes += bytes;
          take(network, bytes);
        },
      };
      bodies.add(body);
      response.once('close', () => {
        bodies.delete(body);
        take(network, -body.bytes);
      });
      return body;
    },
  };
}

const STALLED = 'The body came at less than 1 kB/s, and the bodies that are held are too many.';

function tooMuch(what: string, bytes: number): Error {
  return busy(`${what} fill the ${bytes} bytes that may be held at a time.`);
}
