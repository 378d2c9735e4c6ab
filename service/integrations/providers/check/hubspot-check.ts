/** Checks what writing to a HubSpot account needs. Source: the facts of test/fakes/hubspot.ts, and HubSpot's guide of pipelines. */
import { type DealProperty, ProviderError } from '../../ports.ts';
import { listAt, memberAt, textAt } from '../answer-fields.ts';
import { type Hubspot, type HubspotAccount, hubspotAccess } from '../hubspot.ts';
import type { Clock } from '../rate-limit.ts';
import { type Choice, type Finding, type Fixes, findingOf } from './finding.ts';

const KEY_PAGE = 'HubSpot, Settings, Integrations, Service Keys (or the private app)';
const STAGE_FIX =
  'Write the internal ids of a pipeline and of one of its stages: Settings, Objects, Deals, Pipelines, "</>" next to each.';
const FIXES: Fixes = {
  MISSING_SCOPES: `Give the key the scope … at ${KEY_PAGE}.`,
  INVALID_AUTHENTICATION: `Copy the key again from ${KEY_PAGE} into the secret that crm.token refers to.`,
};

/** Reads rights, properties and stages. Nothing is written. */
export async function checkHubspot(
  account: HubspotAccount,
  expected: readonly DealProperty[],
  clock: Clock,
): Promise<Finding[]> {
  const own = hubspotAccess(account, clock);
  return [
    ...(await inspectRights(own, 'contacts')),
    ...(await inspectRights(own, 'deals')),
    await inspectProperties(own, expected),
    await inspectStage(own),
  ];
}

/** A write to a record that does not exist is refused for the missing scope first. */
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

async function inspectProperties(
  own: Hubspot,
  expected: readonly DealProperty[],
): Promise<Finding> {
  const what = `deals have ${expected.length} properties`;
  return findingOf(FIXES, what, async () => {
    const path = `/crm/properties/${own.version}/deals`;
    const { json } = await own.call({ what: 'read the properties of deals', method: 'GET', path });
    const there = listAt(json, 'results');
    const wrong = expected.filter((property) => !there.some((one) => isSame(one, property)));
    if (wrong.length === 0) return;
    const names = wrong.map(({ name }) => name).join(', ');
    throw new ProviderError(
      'conflict',
      `Missing or of another kind: ${names}. Create them: make integrations-setup ORG=id.`,
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
    throw new ProviderError('conflict', `Found ${found}. ${STAGE_FIX}`);
  });
}

/** The stages of all pipelines, as `pipeline/stage`. @throws ProviderError */
export async function readStages(account: HubspotAccount, clock: Clock): Promise<Choice[]> {
  const { call, version } = hubspotAccess(account, clock);
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
