/** Leads: requests of the configurator's visitors, which the public process forwards. */
import { createHash } from 'node:crypto';
import { Router } from 'express';
import { checked } from '#engine/refusal.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { Lead, Prospect, ProspectRequest } from '../../../schemas/types.ts';
import { bodyBudget } from '../../http/guards/body-budget.ts';
import { allowOnly } from '../../http/http-error.ts';
import { isObject } from '../../http/json-body.ts';
import { bodyReader } from '../../http/read-body.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { offersOf } from '../store/offers.ts';
import { putProspect, readProspect } from '../store/prospects.ts';
import type { Change } from '../store/store.ts';
import { isNewHook, verifyHook } from './hooks.ts';
import { refusalOf, trimTexts } from './request-values.ts';

const checkLead = validator('data/lead.schema.json');
const checkProspect = validator('integrations/prospect-request.schema.json');

const MAX_BODY_BYTES = 65_536;
const BODY_LIMITS = { nodeBytes: 64 * MAX_BODY_BYTES, addressBytes: 64 * MAX_BODY_BYTES };
/** Prefix that separates ids of leads from those of other hooks. */
const SEEN = 'lead:';
const MAC_BYTES = 16;

/** Answers once the prospect is on disk. */
export function leadRoutes(deps: Deps): Router {
  const router = Router();
  router
    .route('/integrations/hooks/leads/:org')
    .post(bodyReader(bodyBudget(BODY_LIMITS), MAX_BODY_BYTES), async (request, response) => {
      const organisation = deps.organisations.current.find(({ id }) => id === request.params.org);
      if (!organisation?.isActive || organisation.leadSecrets.length === 0) throw notFound('hook');
      const { leadSecrets } = organisation;
      const { id, json } = verifyHook(request.body, request.headers, leadSecrets);
      const lead = checked((value) => checkLead(withTrimmedContact(value)), json, refusalOf);
      const prospect = checked(checkProspect, prospectOf(lead), refusalOf);
      await deps.store.change(organisation.id, (change) =>
        storeLead(deps, organisation, change, { id, lead, prospect }),
      );
      response.status(204).end();
    })
    .all(allowOnly('POST'));
  return router;
}

interface Incoming {
  /** The call's id, which is the same in a retry. */
  id: string;
  lead: Lead;
  prospect: ProspectRequest;
}

async function storeLead(
  { encryption, now }: Deps,
  { id: org, crm }: Organisation,
  change: Change,
  { id: hookId, lead, prospect }: Incoming,
): Promise<void> {
  const at = now().toISOString();
  // The call's id is the lead's reference, which must not outlive the person: only its hash is stored.
  const seen = SEEN + createHash('sha256').update(hookId).digest('base64url');
  if (!(await isNewHook(change, seen, at))) return;
  const ids = encryption
    .macs(`lead|${org}|${keyOf(prospect)}`)
    .map((mac) => `lead_${mac.subarray(0, MAC_BYTES).toString('base64url')}`);
  const id = await freeId(change, ids);
  const { reference, slug, consent, figures } = lead;
  await putProspect(change, {
    id,
    request: prospect,
    source: 'embed',
    hasCrm: crm !== null,
    lead: { reference, slug, consent, figures },
  });
}

/** Visitor and house as one text. */
function keyOf({ email, phone = '', address }: ProspectRequest): string {
  return [email ?? phone, address?.street, address?.postal_code].join('|').toLowerCase();
}

/**
 * The id of this visitor's earlier lead, while it may be overwritten. Else a new one.
 * @param ids one visitor's id under each key of DATA_KEY, the one in use first
 */
async function freeId(change: Change, ids: readonly string[]): Promise<string> {
  const [first] = ids;
  const known = await firstKnown(change, ids);
  if (known === null) return first;
  for (let i = 1; ; i++) {
    const id = i === 1 ? known : `${known}_${i}`;
    const found = await readProspect(change, id);
    if (found === null || (await mayWrite(change, found))) return id;
  }
}

async function firstKnown(change: Change, ids: readonly string[]): Promise<string | null> {
  for (const id of ids) {
    if ((await readProspect(change, id)) !== null) return id;
  }
  return null;
}

/** Whether it has no offer yet: a stranger who knows an address must not overwrite a customer. */
async function mayWrite(change: Change, { id, source }: Prospect): Promise<boolean> {
  return source === 'embed' && (await offersOf(change, id)).length === 0;
}

/** The lead with its texts trimmed, as in the API. */
function withTrimmedContact(lead: unknown): unknown {
  return isObject(lead) ? { ...lead, contact: trimTexts(lead.contact, 'contact') } : lead;
}

function prospectOf({ contact, lat, lng, system, household }: Lead): ProspectRequest {
  const { email, phone, first_name, last_name, street, postal_code, city } = contact;
  return {
    email: email?.toLowerCase() ?? null,
    first_name,
    last_name,
    ...(phone === null ? {} : { phone }),
    address: { street, postal_code, city },
    lat,
    lng,
    system: withoutEmpty(system),
    household,
  };
}

/** Leaves out empty titles of panels or battery. */
function withoutEmpty<T extends object>(values: T): T {
  const entries = Object.entries(values).filter(([, value]) => value !== '');
  return Object.fromEntries(entries) as T;
}
