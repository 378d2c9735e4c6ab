import type { Organisation } from '../organisations/organisations.ts';
import type { Accounting, Crm, Signature } from '../ports.ts';
import type { AccountingAccount, CrmAccount, SignatureAccount } from '../providers/account.ts';
import { standardAccounting } from '../providers/accounting-bridge/standard-accounting.ts';
import { type Clock, callWindow, type Turn } from '../providers/call-window.ts';
import { fortnox } from '../providers/fortnox.ts';
import { hubspot } from '../providers/hubspot.ts';
import { scrive } from '../providers/scrive.ts';
import { standardSignature } from '../providers/standard-signature.ts';
import { tryton } from '../providers/tryton.ts';
import type { Store } from '../store/store.ts';
import { sharedWindow } from './shared-calls.ts';

/** The adapters of an organisation. Null if it has not configured one. */
export interface Providers {
  crm: Crm | null;
  accounting: Accounting | null;
  signature: Signature | null;
}

/** The clock of the account behind a port, with the window of its calls. */
type ClockOf = (port: keyof Providers) => Clock;

/**
 * The providers of organisations, created once each: an adapter holds its token. An organisation that was read
 * again has new ones; the calls of its accounts are counted on.
 * @param shared the store by which processes count the calls of accounts together; without it each counts its own
 */
export function providersSource(
  clock: Clock,
  fetch = globalThis.fetch,
  shared?: Store,
): (organisation: Organisation) => Providers {
  const made = new WeakMap<Organisation, Providers>();
  const windows = new Map<string, Turn>();

  function clockOf(org: string, port: keyof Providers): Clock {
    const window = (calls: number, windowMs: number) => {
      const name = [org, port, calls, windowMs].join(' ');
      const turn =
        windows.get(name) ??
        (shared?.isShared
          ? sharedWindow(shared, { org, port }, { calls, windowMs }, clock.sleep)
          : callWindow(calls, windowMs, { now: clock.now, sleep: clock.sleep }));
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

/** The adapters of an organisation, each by the clock of its port. */
export function providersOf(
  { crm, accounting, signature }: Organisation,
  clockOf: ClockOf,
  fetch: typeof globalThis.fetch,
): Providers {
  return {
    crm: crm && crmOf(crm, clockOf('crm'), fetch),
    accounting: accounting && accountingOf(accounting, clockOf('accounting'), fetch),
    signature: signature && signatureOf(signature, clockOf('signature'), fetch),
  };
}

function crmOf(account: CrmAccount, clock: Clock, fetch: typeof globalThis.fetch): Crm {
  if (account.provider === 'hubspot') return hubspot(account, clock, fetch);
  return tryton(account, clock, fetch);
}

function accountingOf(
  account: AccountingAccount,
  clock: Clock,
  fetch: typeof globalThis.fetch,
): Accounting {
  if (account.provider === 'fortnox') return fortnox(account, clock, fetch);
  return standardAccounting(account, clock, fetch);
}

function signatureOf(account: SignatureAccount, clock: Clock, fetch: typeof globalThis.fetch) {
  if (account.provider === 'scrive') return scrive(account, clock, fetch);
  return standardSignature(account, clock, fetch);
}
