/** Fortnox at the connect page: consent by OAuth, then accounts and units from the company's registers. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { OrganisationRecord } from '../../../schemas/types.ts';
import type { FortnoxPanel } from '../pages/connect-contract.ts';
import { ADDRESSES, accountingOf } from '../providers/account.ts';
import { readRegisters } from '../providers/check/fortnox-check.ts';
import {
  type ConsentEndpoints,
  consentAddress,
  type FortnoxApp,
  readConsent,
} from '../providers/fortnox-oauth.ts';
import { attempt, CLOCK, type Connecting, field, Unusable } from './connect-keys.ts';

type Record = NonNullable<OrganisationRecord['accounting']>;
const SECRET = 'accounting.client_secret';
/** Rights of the tokens that the adapter asks for. */
const SCOPE = 'customer invoice settings bookkeeping';
/** A code lasts ten minutes at Fortnox. */
const CONSENT_MS = 10 * 60_000;
const STATE_BYTES = 32;

interface Pending extends FortnoxApp {
  state: string;
  untilMs: number;
}

/** Consents that are not given yet, by organisation. In memory only. */
export type PendingConsents = Map<string, Pending>;

/** Begins the consent to an app. @throws Unusable */
export function askConsent(to: Connecting, form: URLSearchParams, pending: PendingConsents): void {
  const before = to.accounts.read(to.org).accounting;
  const clientId = field(form, 'client_id') || before?.client_id || '';
  const stored = before ? to.accounts.decrypt(to.org, SECRET, before.client_secret) : '';
  const clientSecret = field(form, 'client_secret') || stored;
  if (clientId === '' || clientSecret === '') throw new Unusable(to.words.missing);
  const state = randomBytes(STATE_BYTES).toString('base64url');
  pending.set(to.org, { clientId, clientSecret, state, untilMs: Date.now() + CONSENT_MS });
}

/** The address where the consent is given. Null if none is pending. */
export function pendingAddress(
  org: string,
  endpoints: ConsentEndpoints,
  pending: PendingConsents,
): string | null {
  const requested = pending.get(org);
  if (!requested || requested.untilMs < Date.now()) return null;
  return consentAddress(endpoints, requested.clientId, requested.state);
}

/** Handles the redirect from Fortnox. The state must be this organisation's, and is valid once. @throws Unusable, ProviderError */
export async function takeConsent(
  to: Connecting,
  query: URLSearchParams,
  endpoints: ConsentEndpoints,
  pending: PendingConsents,
): Promise<void> {
  const requested = pending.get(to.org);
  if (
    !requested ||
    requested.untilMs < Date.now() ||
    !isEqual(field(query, 'state'), requested.state)
  ) {
    throw new Unusable(to.words.wrongState);
  }
  pending.delete(to.org);
  const refused = field(query, 'error');
  if (refused !== '') throw new Unusable(`${to.words.noConsent} (${refused})`);
  const tenant_id = await readConsent(endpoints, requested, field(query, 'code'));
  const { fortnox: base_url, fortnoxAuth: token_url } = to.addresses;
  await to.accounts.save(to.org, 'accounting', {
    ...(base_url === ADDRESSES.fortnox ? {} : { base_url, token_url }),
    scope: SCOPE,
    ...to.accounts.read(to.org).accounting,
    provider: 'fortnox',
    client_id: requested.clientId,
    client_secret: to.accounts.encrypt(to.org, SECRET, requested.clientSecret),
    tenant_id,
  });
}

/** The panel of a connected company. */
export async function fortnoxPanel(to: Connecting, record: Record): Promise<FortnoxPanel> {
  const { value, fault } = await attempt(async () => {
    const account = accountingOf(record, (field, secret) =>
      to.accounts.decrypt(to.org, field, secret),
    );
    return readRegisters({ ...account, scope: record.scope ?? '' }, CLOCK);
  });
  return {
    clientId: record.client_id,
    company: record.tenant_id,
    account: String(record.accounts?.['25'] ?? ''),
    unit: record.units?.st ?? '',
    days: record.payment_days ?? 30,
    isSignatureNeeded: record.requires_signature ?? true,
    accounts: value?.accounts ?? [],
    units: value?.units ?? [],
    fault,
  };
}

/** Saves the settings of a connected company. @throws Unusable */
export async function saveFortnox(to: Connecting, form: URLSearchParams): Promise<void> {
  const before = to.accounts.read(to.org).accounting;
  const days = field(form, 'days');
  if (!before || days === '') throw new Unusable(to.words.missing);
  const { '25': _, ...accounts } = before.accounts ?? {};
  const { st: __, ...units } = before.units ?? {};
  const [account, unit] = [field(form, 'account'), field(form, 'unit')];
  await to.accounts.save(to.org, 'accounting', {
    ...before,
    accounts: { ...accounts, ...(account !== '' && { '25': Number(account) }) },
    units: { ...units, ...(unit !== '' && { st: unit }) },
    payment_days: Number(days),
    requires_signature: form.has('signature'),
  });
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
