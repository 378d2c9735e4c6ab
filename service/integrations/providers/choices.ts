/** The choices of the connect page: stages of deals, sales accounts, units. */
import { listAt, memberAt, textAt } from './answer-fields.ts';
import { type FortnoxAccount, fortnoxAccess, listAll } from './fortnox.ts';
import { type HubspotAccount, hubspotAccess } from './hubspot.ts';
import type { Clock } from './rate-limit.ts';

export interface Choice {
  value: string;
  name: string;
}

/** Sales accounts of the Swedish chart of accounts (BAS). */
const SALES = /^3[0-8]\d\d$/;

/** The stages of all pipelines, as `pipeline/stage`. @throws ProviderError */
export async function readStages(
  account: HubspotAccount,
  clock: Clock,
  fetch = globalThis.fetch,
): Promise<Choice[]> {
  const { call, version } = hubspotAccess(account, clock, fetch);
  const path = `/crm/pipelines/${version}/deals`;
  const { json } = await call({ what: 'read the pipelines', method: 'GET', path });
  return listAt(json, 'results').flatMap((pipeline) =>
    listAt(pipeline, 'stages').map((stage) => ({
      value: `${textAt(pipeline, 'id')}/${textAt(stage, 'id')}`,
      name: `${labelOf(pipeline)}: ${labelOf(stage)}`,
    })),
  );
}

function labelOf(one: unknown): string {
  const label = memberAt(one, 'label');
  return typeof label === 'string' ? label : textAt(one, 'id');
}

/** The active sales accounts and the units of a company. @throws ProviderError */
export async function readRegisters(
  account: FortnoxAccount,
  clock: Clock,
  fetch = globalThis.fetch,
): Promise<{ accounts: Choice[]; units: Choice[] }> {
  const { call } = fortnoxAccess(account, clock, fetch);
  const accounts = await listAll(call, 'read the accounts', '/3/accounts?', 'Accounts');
  const units = await listAll(call, 'read the units', '/3/units?', 'Units');
  return {
    accounts: accounts
      .filter(
        (one) => memberAt(one, 'Active') === true && SALES.test(String(memberAt(one, 'Number'))),
      )
      .map((one) => choiceOf(String(memberAt(one, 'Number')), memberAt(one, 'Description'))),
    units: units.map((one) => choiceOf(textAt(one, 'Code'), memberAt(one, 'Description'))),
  };
}

function choiceOf(value: string, description: unknown): Choice {
  return { value, name: description ? `${value} ${description}` : value };
}
