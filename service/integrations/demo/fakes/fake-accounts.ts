/** An organisation's accounts at the fakes, as the organisations' file would have them. */
import type {
  AccountingAccount,
  CrmAccount,
  SignatureAccount,
} from '../../organisations/organisations.ts';
import type { BridgeFake } from './bridge-fake.ts';
import type { FortnoxFake } from './fortnox-fake.ts';
import type { HubspotFake } from './hubspot-fake.ts';
import type { ScriveFake } from './scrive-fake.ts';

export function hubspotAccount({
  url,
  token,
}: Pick<HubspotFake, 'url' | 'token'>): Extract<CrmAccount, { provider: 'hubspot' }> {
  return {
    provider: 'hubspot',
    baseUrl: url,
    version: '2026-09',
    token,
    prefix: 'solar',
    pipeline: 'default',
    stage: 'appointmentscheduled',
  };
}

export function fortnoxAccount({
  url,
  credentials,
}: Pick<FortnoxFake, 'url' | 'credentials'>): AccountingAccount {
  return {
    provider: 'fortnox',
    baseUrl: url,
    tokenUrl: url,
    ...credentials,
    paymentDays: 30,
    requiresSignature: true,
  };
}

export function scriveAccount({
  url,
  credentials,
}: Pick<ScriveFake, 'url' | 'credentials'>): Extract<SignatureAccount, { provider: 'scrive' }> {
  return { provider: 'scrive', baseUrl: `${url}/api/v2`, credentials, daysToSign: 30 };
}

export function bridgeAccount({
  url,
  token,
  secret,
}: BridgeFake): Extract<SignatureAccount, { provider: 'standard' }> {
  return {
    provider: 'standard',
    baseUrl: url,
    token,
    webhookSecrets: [secret],
    daysToSign: 30,
  };
}
