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

/**
 * Creates the providers of each organisation once: an adapter holds its token. An organisation that was read again gets
 * new ones, with the rate limits of the old ones.
 */
export function providersSource({ now, sleep }: Clock): (organisation: OwnAccounts) => Providers {
  const made = new WeakMap<OwnAccounts, Providers>();
  const windows = new Map<string, Turn>();

  /** The clock of an account, with its rate limit. */
  function clockOf(org: string, port: Port): Clock {
    const window = (calls: number, windowMs: number) => {
      const name = [org, port, calls, windowMs].join(' ');
      const turn = windows.get(name) ?? callWindow(calls, windowMs, { now, sleep });
      windows.set(name, turn);
      return turn;
    };
    return { now, sleep, window };
  }

  function providersOf({ id, crm, accounting, signature }: OwnAccounts): Providers {
    return {
      crm: crm && hubspot(crm, clockOf(id, 'crm')),
      accounting: accounting && fortnox(accounting, clockOf(id, 'accounting')),
      signature: signature && signatureOf(signature, clockOf(id, 'signature')),
    };
  }

  return (organisation) => {
    const providers = made.get(organisation) ?? providersOf(organisation);
    made.set(organisation, providers);
    return providers;
  };
}

/** The adapter of an e-signature account. */
export function signatureOf(account: SignatureAccount, clock: Clock): Signature {
  switch (account.provider) {
    case 'scrive':
      return scrive(account, clock);
    case 'standard':
      return standardSignature(account, clock);
    default:
      return account satisfies never;
  }
}
