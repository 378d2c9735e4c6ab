/** Creates the adapters of organisations' accounts. */
import type { Accounting, Crm, Signature } from '../ports.ts';
import type { Accounts, Port, SignatureAccount } from './account.ts';
import { fortnox } from './fortnox.ts';
import { hubspot } from './hubspot.ts';
import { type Clock, callWindow, type Turn } from './rate-limit.ts';
import { scrive } from './scrive.ts';
import { standardSignature } from './standard-signature.ts';

/** The adapters of an organisation. Null if it has no such account. */
export interface Providers {
  crm: Crm | null;
  accounting: Accounting | null;
  signature: Signature | null;
}

/** An organisation by its id, with its accounts. */
type OwnAccounts = Accounts & { id: string };

/** The clock of an account, with its rate limit. */
type ClockOf = (port: Port) => Clock;

/**
 * Creates the providers of each organisation once: an adapter holds its token. An organisation that was read again gets
 * new ones, with the rate limits of the old ones.
 */
export function providersSource(
  clock: Clock,
  fetch = globalThis.fetch,
): (organisation: OwnAccounts) => Providers {
  const made = new WeakMap<OwnAccounts, Providers>();
  const windows = new Map<string, Turn>();

  function clockOf(org: string, port: Port): Clock {
    const window = (calls: number, windowMs: number) => {
      const name = [org, port, calls, windowMs].join(' ');
      const own = { now: clock.now, sleep: clock.sleep };
      const turn = windows.get(name) ?? callWindow(calls, windowMs, own);
      windows.set(name, turn);
      return turn;
    };
    return { now: clock.now, sleep: clock.sleep, window };
  }

  return (organisation) => {
    const providers =
      made.get(organisation) ??
      providersOf(organisation, (port) => clockOf(organisation.id, port), fetch);
    made.set(organisation, providers);
    return providers;
  };
}

function providersOf(
  { crm, accounting, signature }: Accounts,
  clockOf: ClockOf,
  fetch: typeof globalThis.fetch,
): Providers {
  return {
    crm: crm && hubspot(crm, clockOf('crm'), fetch),
    accounting: accounting && fortnox(accounting, clockOf('accounting'), fetch),
    signature: signature && signatureOf(signature, clockOf('signature'), fetch),
  };
}

/** The adapter of an e-signature account. */
export function signatureOf(
  account: SignatureAccount,
  clock: Clock,
  fetch: typeof globalThis.fetch,
): Signature {
  switch (account.provider) {
    case 'scrive':
      return scrive(account, clock, fetch);
    case 'standard':
      return standardSignature(account, clock, fetch);
    default:
      return account satisfies never;
  }
}
