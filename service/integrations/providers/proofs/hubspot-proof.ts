/** A proof of a HubSpot account. Source: the facts of rules/hubspot-rules.ts; pipelines: its guide of 2026-09. */
import { prospectKey } from '../../mapping/deal-properties.ts';
import { type DealProperty, ProviderError } from '../../ports.ts';
import { listAt, memberAt, textAt } from '../answer-fields.ts';
import type { Clock } from '../call-window.ts';
import { type Hubspot, type HubspotAccount, hubspotAccess } from '../hubspot.ts';
import { answerTo, findingOf } from './finding.ts';
import { type FixTable, fixIn } from './fix-table.ts';
import type { CrmProof, Finding, Kept, Question } from './proof.ts';

const KEY_PAGE = 'HubSpot, Settings, Integrations, Service Keys (or the private app)';
const FIXES: FixTable = {
  MISSING_SCOPES: { field: 'scope …', fix: `Give the key the scope … at ${KEY_PAGE}.` },
  INVALID_AUTHENTICATION: {
    field: 'crm.token',
    fix: `Copy the key anew from ${KEY_PAGE} into the secret that crm.token refers to.`,
  },
  PROPERTY_DOESNT_EXIST: {
    field: '…',
    fix: 'Make the properties: make integrations-setup ORG=id.',
  },
  INVALID_OPTION: {
    field: 'crm.pipeline, crm.stage',
    fix: 'Write the internal ids of a pipeline and of one of its stages: Settings, Objects, Deals, Pipelines, "</>" beside each.',
  },
  VALIDATION_RULE: {
    field: '…',
    fix: 'Relax the rule of …: Settings, Properties, the property, Rules. It holds for calls, too.',
  },
  INVALID_EMAIL: {
    field: 'email',
    fix: 'Nothing is to be done: such a contact is made without it.',
  },
  INVALID_LONG: {
    field: '…',
    fix: 'Archive the property … and make it anew: make integrations-setup ORG=id.',
  },
};

/** The proof of one organisation's account. */
export function hubspotProof(
  account: HubspotAccount,
  clock: Clock,
  fetch = globalThis.fetch,
): CrmProof {
  const own = hubspotAccess(account, clock, fetch);
  return {
    inspect: (properties) => inspect(own, properties),
    fixOf: (error) => fixIn(FIXES, error),
    contact: {
      wanted: ({ email, firstName, lastName, phone }) => ({
        email,
        firstname: firstName,
        lastname: lastName,
        phone,
      }),
      read: (id) => readProperties(own, 'contacts', id, 'email,firstname,lastname,phone'),
      remove: (id) => archive(own, 'contacts', id),
    },
    deal: dealKept(own),
    questions: (mark) => [associationsQuestion(own, mark)],
  };
}

function dealKept(own: Hubspot): Kept<Parameters<CrmProof['deal']['wanted']>[0]> {
  const { pipeline, stage, prefix } = own;
  return {
    wanted: ({ prospectId, name, values, contactId }) => ({
      ...values,
      dealname: name,
      pipeline,
      dealstage: stage,
      [prospectKey(prefix)]: prospectId,
      contact: contactId,
    }),
    async read(id) {
      const names = await propertyNames(own);
      const wanted = [...names, 'dealname', 'pipeline', 'dealstage', 'amount'].join(',');
      const path = `/crm/objects/${own.version}/deals/${id}?properties=${wanted}&associations=contacts`;
      const { json } = await own.call({ what: 'read a deal', method: 'GET', path });
      const contact = memberAt(json, 'associations', 'contacts', 'results', '0', 'id');
      return { ...Object(memberAt(json, 'properties')), contact };
    },
    remove: (id) => archive(own, 'deals', id),
  };
}

async function readProperties(
  { call, version }: Hubspot,
  kind: string,
  id: string,
  names: string,
): Promise<unknown> {
  const path = `/crm/objects/${version}/${kind}/${id}?properties=${names}`;
  return memberAt((await call({ what: `read ${kind}`, method: 'GET', path })).json, 'properties');
}

/** Archives it: people can take it back for 90 days. To erase it for good would block the address. */
async function archive({ call, version }: Hubspot, kind: string, id: string): Promise<null> {
  const path = `/crm/objects/${version}/${kind}/${id}`;
  await call({ what: `remove from ${kind}`, method: 'DELETE', path, also: [404] });
  return null;
}

async function definitions({ call, version }: Hubspot): Promise<unknown[]> {
  const path = `/crm/properties/${version}/deals`;
  const { json } = await call({ what: 'read the properties of deals', method: 'GET', path });
  return listAt(json, 'results');
}

/** The names of our properties, by their prefix. */
async function propertyNames(own: Hubspot): Promise<string[]> {
  const names = (await definitions(own)).map((one) => textAt(one, 'name'));
  return names.filter((name) => name.startsWith(`${own.prefix}_`));
}

async function inspect(own: Hubspot, wanted: readonly DealProperty[]): Promise<Finding[]> {
  const rights = [];
  for (const kind of ['contacts', 'deals']) rights.push(...(await inspectRights(own, kind)));
  return [...rights, await inspectProperties(own, wanted), await inspectStage(own)];
}

/** A write to what is not there is refused for the right before it is refused for the record. */
async function inspectRights({ call, version }: Hubspot, kind: string): Promise<Finding[]> {
  const path = `/crm/objects/${version}/${kind}/0`;
  const body = { properties: {} };
  return [
    await findingOf(FIXES, `may read ${kind}`, () =>
      call({ what: `read ${kind}`, method: 'GET', path, also: [404] }),
    ),
    await findingOf(FIXES, `may write ${kind}`, () =>
      call({ what: `write ${kind}`, method: 'PATCH', path, body, also: [400, 404] }),
    ),
  ];
}

async function inspectProperties(own: Hubspot, wanted: readonly DealProperty[]): Promise<Finding> {
  const what = `deals have ${wanted.length} properties`;
  return findingOf(FIXES, what, async () => {
    const there = await definitions(own);
    const wrong = wanted.filter((property) => !there.some((one) => isSame(one, property)));
    if (wrong.length === 0) return;
    const names = wrong.map(({ name }) => name).join(', ');
    throw new ProviderError(
      'conflict',
      `Missing or of another kind: ${names}. Make them: make integrations-setup ORG=id.`,
    );
  });
}

function isSame(there: unknown, { name, kind, isUnique }: DealProperty): boolean {
  const isKind = memberAt(there, 'type') === (kind === 'number' ? 'number' : 'string');
  const isEnough = !isUnique || memberAt(there, 'hasUniqueValue') === true;
  return memberAt(there, 'name') === name && isKind && isEnough;
}

async function inspectStage({ call, version, pipeline, stage }: Hubspot): Promise<Finding> {
  return findingOf(FIXES, `the pipeline ${pipeline} has the stage ${stage}`, async () => {
    const path = `/crm/pipelines/${version}/deals`;
    const { json } = await call({ what: 'read the pipelines', method: 'GET', path });
    const own = listAt(json, 'results').find((one) => memberAt(one, 'id') === pipeline);
    const stages = own === undefined ? [] : listAt(own, 'stages').map((one) => textAt(one, 'id'));
    if (stages.includes(stage)) return;
    const found = own === undefined ? 'no such pipeline' : `the stages ${stages.join(', ')}`;
    throw new ProviderError('conflict', `Found ${found}. ${FIXES.INVALID_OPTION.fix}`);
  });
}

function associationsQuestion({ call, version }: Hubspot, mark: string): Question {
  const email = `${mark}-plain@example.com`;
  return {
    asks: 'Does a contact without "associations" pass?',
    measure: (tries) =>
      answerTo(() =>
        tries('contact', email, async () => {
          const path = `/crm/objects/${version}/contacts`;
          const body = { properties: { email } };
          const { json } = await call({ what: 'create a contact', method: 'POST', path, body });
          return textAt(json, 'id');
        }),
      ),
  };
}
