/** HubSpot and Scrive at the connect page, by pasted keys, and what all panels share. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationRecord } from '../../../schemas/types.ts';
import type { Words } from '../../pages/messages/messages.ts';
import type { AccountsFile } from '../organisations/accounts-file.ts';
import type { HubspotPanel } from '../pages/connect-contract.ts';
import { ProviderError } from '../ports.ts';
import type { ProviderAddresses } from '../providers/account.ts';
import { ADDRESSES } from '../providers/account.ts';
import type { Choice } from '../providers/check/finding.ts';
import { readStages } from '../providers/check/hubspot-check.ts';
import { type HubspotAccount, hubspot } from '../providers/hubspot.ts';
import { CallsUsedUp } from '../providers/rate-limit.ts';
import { scrive } from '../providers/scrive.ts';
import { MILESTONES } from '../rules/deal-progress.ts';
import { dealProperties } from '../rules/deal-properties.ts';
import { visibleText } from './stuck.ts';

export const CLOCK = { now: Date.now, sleep };

export interface Connecting {
  org: string;
  accounts: AccountsFile;
  addresses: ProviderAddresses;
  words: Words['connect'];
}

/** An input that cannot be used. Its message is for the person who typed it. */
export class Unusable extends Error {}

/** A field of a form, trimmed. Empty if it is missing. */
export function field(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim();
}

/** The path of the organisations file and the place in it, which are the operator's. */
const IN_THE_FILE = /^.*: "organisations\[\d+\]\./;

export function faultText(error: unknown): string {
  if (error instanceof ProviderError) {
    return visibleText([error.message, error.words].filter(Boolean).join(' '));
  }
  if (error instanceof CallsUsedUp)
    return 'The rate limit of this account is reached. Try again in a few seconds.';
  if (error instanceof Error) return visibleText(error.message.replace(IN_THE_FILE, '"'));
  throw error;
}

/** Reads from an account. @returns the value or the error message */
export async function attempt<Value>(
  read: () => Promise<Value>,
): Promise<{ value: Value | null; fault: string | null }> {
  try {
    return { value: await read(), fault: null };
  } catch (error) {
    return { value: null, fault: faultText(error) };
  }
}

/** HubSpot's. A record of another provider does not compile here. */
type Record = Extract<NonNullable<OrganisationRecord['crm']>, { provider: 'hubspot' }>;
const TOKEN = 'crm.token';
const PREFIX = 'solar';

/** The panel of a connected account. */
export async function hubspotPanel(to: Connecting, record: Record): Promise<HubspotPanel> {
  const { pipeline, stage, prefix, stages = {} } = record;
  const { value, fault } = await attempt(async () => {
    const token = to.accounts.decrypt(to.org, TOKEN, record.token);
    return readStages(accountOf(to, record, token), CLOCK);
  });
  const steps = MILESTONES.map((step) => {
    return { step, stage: stages[step] === undefined ? '' : `${pipeline}/${stages[step]}` };
  });
  return { prefix, stage: `${pipeline}/${stage}`, steps, stages: value ?? [], fault };
}

/** Reads the account with the key, makes the deals' properties, and saves it. @throws Unusable, ProviderError */
export async function saveHubspot(to: Connecting, form: URLSearchParams): Promise<void> {
  const before: Record | undefined = to.accounts.read(to.org).crm;
  const typed = field(form, 'token');
  const token = typed || (before ? to.accounts.decrypt(to.org, TOKEN, before.token) : '');
  if (token === '') throw new Unusable(to.words.missing);
  const draft: Record = {
    ...(before ?? newRecord(to)),
    prefix: field(form, 'prefix') || before?.prefix || PREFIX,
    token: typed === '' && before ? before.token : to.accounts.encrypt(to.org, TOKEN, token),
  };
  const stages = await readStages(accountOf(to, draft, token), CLOCK);
  const chosen = field(form, 'stage') || stages[0]?.value;
  checkStage(to, stages, chosen);
  const [pipeline, stage] = splitStage(chosen);
  const steps = stepsOf(to, form, pipeline, stages);
  const record = { ...draft, pipeline, stage, stages: steps };
  await hubspot(accountOf(to, record, token), CLOCK).setUp(dealProperties(record.prefix));
  await to.accounts.save(to.org, 'crm', record);
}

/** @throws Unusable for a stage that the account lacks */
function checkStage({ words }: Connecting, stages: readonly Choice[], chosen: string): void {
  if (!stages.some(({ value }) => value === chosen)) throw new Unusable(words.noStage);
}

/** The stages that a deal moves to by itself. @throws Unusable for one of another pipeline, or that is not there */
function stepsOf(
  to: Connecting,
  form: URLSearchParams,
  pipeline: string,
  stages: readonly Choice[],
) {
  const steps = MILESTONES.filter((step) => field(form, step) !== '').map((step) => {
    const chosen = field(form, step);
    const [ofPipeline, stage] = splitStage(chosen);
    if (ofPipeline !== pipeline) throw new Unusable(to.words.otherPipeline);
    checkStage(to, stages, chosen);
    return [step, stage];
  });
  return Object.fromEntries(steps);
}

function splitStage(value: string): [pipeline: string, stage: string] {
  const [pipeline, stage = ''] = value.split('/');
  return [pipeline, stage];
}

function newRecord({ addresses }: Connecting): Omit<Record, 'token'> {
  const { hubspot: base_url } = addresses;
  const own = base_url === ADDRESSES.hubspot ? {} : { base_url };
  return { provider: 'hubspot', ...own, prefix: PREFIX, pipeline: '', stage: '' };
}

function accountOf({ addresses }: Connecting, record: Record, token: string): HubspotAccount {
  const { base_url: baseUrl = addresses.hubspot, version = '2026-09', ...settings } = record;
  return { ...settings, baseUrl, version, token };
}

const CREDENTIALS = 'signature.credentials';
const SCRIVE_PARTS = ['client', 'client_secret', 'token', 'token_secret'];

/** Reads documents with the credentials, and saves them. @throws Unusable, ProviderError */
export async function saveScrive(to: Connecting, form: URLSearchParams): Promise<void> {
  const { signature } = to.accounts.read(to.org);
  const before = signature?.provider === 'scrive' ? signature : undefined;
  const parts = SCRIVE_PARTS.map((name) => field(form, name));
  const isTyped = parts.some((part) => part !== '');
  const stored = before ? to.accounts.decrypt(to.org, CREDENTIALS, before.credentials) : '';
  const credentials = isTyped ? parts.join(' ') : stored;
  if (credentials === '' || (isTyped && parts.includes(''))) throw new Unusable(to.words.fourParts);
  const { scrive: address } = to.addresses;
  const baseUrl = before?.base_url ?? address;
  await scrive({ baseUrl, credentials }, CLOCK).check();
  await to.accounts.save(to.org, 'signature', {
    ...(address === ADDRESSES.scrive ? {} : { base_url: address }),
    ...before,
    provider: 'scrive',
    credentials:
      isTyped || !before
        ? to.accounts.encrypt(to.org, CREDENTIALS, credentials)
        : before.credentials,
    days_to_sign: Number(field(form, 'days')),
  });
}
