/** HubSpot at the connect page: a pasted key, then stages from the account's pipelines. */
import type { OrganisationRecord } from '../../../schemas/types.ts';
import { DEAL_STEPS, type HubspotPanel } from '../pages/connect-contract.ts';
import { ADDRESSES } from '../providers/account-records.ts';
import { readStages } from '../providers/choices.ts';
import { type HubspotAccount, hubspot } from '../providers/hubspot.ts';
import { dealProperties } from '../rules/deal-properties.ts';
import { attempt, CLOCK, type Connecting, field, Unusable } from './connect-account.ts';

type Record = NonNullable<OrganisationRecord['crm']>;
const TOKEN = 'crm.token';
const PREFIX = 'solar';

/** The panel of a connected account. */
export async function hubspotPanel(to: Connecting, record: Record): Promise<HubspotPanel> {
  const { pipeline, stage, prefix, stages = {} } = record;
  const { value, fault } = await attempt(async () => {
    const token = to.accounts.decrypt(to.org, TOKEN, record.token);
    return readStages(accountOf(to, record, token), CLOCK);
  });
  const steps = DEAL_STEPS.map((step) => {
    return { step, stage: stages[step] === undefined ? '' : `${pipeline}/${stages[step]}` };
  });
  return { prefix, stage: `${pipeline}/${stage}`, steps, stages: value ?? [], fault };
}

/** Reads the account with the key, makes the deals' properties, and saves it. @throws Unusable, ProviderError */
export async function saveHubspot(to: Connecting, form: URLSearchParams): Promise<void> {
  const before = to.accounts.read(to.org).crm;
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
  if (!stages.some(({ value }) => value === chosen)) throw new Unusable(to.words.noStage);
  const [pipeline, stage] = splitStage(chosen);
  const record = { ...draft, pipeline, stage, stages: stepsOf(to, form, pipeline) };
  await hubspot(accountOf(to, record, token), CLOCK).setUp(dealProperties(record.prefix));
  await to.accounts.save(to.org, 'crm', record);
}

/** The stages that a deal moves to by itself. @throws Unusable for one of another pipeline */
function stepsOf({ words }: Connecting, form: URLSearchParams, pipeline: string) {
  const steps = DEAL_STEPS.filter((step) => field(form, step) !== '').map((step) => {
    const [ofPipeline, stage] = splitStage(field(form, step));
    if (ofPipeline !== pipeline) throw new Unusable(words.otherPipeline);
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
