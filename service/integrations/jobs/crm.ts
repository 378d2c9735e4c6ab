import { createHash } from 'node:crypto';
import type { Prospect } from '../../../schemas/types.ts';
import { nowOf, type SyncDeps } from '../deps.ts';
import { type Contact, type Crm, type DealValues, ProviderError } from '../ports.ts';
import {
  contactOf,
  contactWithoutEmail,
  dealName,
  dealProperties,
  dealValues,
} from '../rules/deal-properties.ts';
import { putLink, readLink } from '../store/links.ts';
import { offersOf } from '../store/offers.ts';
import { readCrm, readProspect, setCrm, storeCrmWords } from '../store/prospects.ts';
import type { Change } from '../store/store.ts';
import { enqueueTask, type Handler, NeedsAttention } from '../store/tasks.ts';

/** Values that the CRM should have of a prospect. */
interface Target {
  prospect: Prospect;
  values: DealValues;
}

/** The ids of a prospect in the CRM. Null if there is none. */
interface Known {
  contactId: string | null;
  dealId: string | null;
  /** Whether the contact was created without its e-mail, which the CRM refused. */
  isEmailRefused?: boolean;
}

const EMAIL_REFUSED =
  'The CRM rejected the e-mail. The contact was created without one. Correct the e-mail of the prospect.';

/** Creates a prospect's contact and deal, and updates the deal. */
export function crmSync(deps: SyncDeps): Handler {
  return async (run) => {
    const organisation = deps.organisation(run.org);
    if (!organisation?.crm) return undefined;
    const { crm } = deps.providers(organisation);
    if (!crm) return undefined;
    const { provider, prefix } = organisation.crm;
    const db = deps.store.of(run.org);
    const prospect = await readProspect(db, run.subject);
    const standing = await readCrm(db, run.subject);
    if (!prospect || !standing || standing.state === 'detached') return undefined;
    const known = {
      contactId: await readLink(db, 'contact', run.subject, provider),
      dealId: await readLink(db, 'deal', run.subject, provider),
    };
    const target = { prospect, values: dealValues(prospect, prefix) };
    const hash = hashOf(provider, target);
    const pushed: Known | null =
      hash === standing.hash
        ? known
        : await pushToCrm(crm, target, known, () => crm.setUp(dealProperties(prefix)));
    await deps.store.change(run.org, (change) =>
      storeStanding(change, prospect, provider, pushed, { hash, syncedAt: nowOf(deps) }),
    );
    if (pushed?.isEmailRefused) throw new NeedsAttention(EMAIL_REFUSED);
    return undefined;
  };
}

/** Hash of everything that the CRM gets once there is a contact. */
function hashOf(provider: string, { prospect, values }: Target): string {
  // A contact without an e-mail is created once. A new phone number is no reason for another push.
  const isByPhone = prospect.email === null && prospect.phone !== undefined;
  const text = JSON.stringify([provider, prospect.email, values, ...(isByPhone ? ['phone'] : [])]);
  return createHash('sha256').update(text).digest('hex');
}

/**
 * A contact with an e-mail is found by it. One without is found by its deal, which is found by our id. So its deal is
 * created first.
 * @returns the ids. Null if somebody deleted the deal
 */
async function pushToCrm(
  crm: Crm,
  { prospect, values }: Target,
  known: Known,
  setUp: () => Promise<void>,
): Promise<Known | null> {
  const { contactId: byEmail, isEmailRefused } = await contactByEmail(crm, prospect);
  const withoutEmail = byEmail === null ? contactWithoutEmail(prospect) : null;
  if (byEmail === null && withoutEmail === null && known.dealId === null) return known;
  const found = known.dealId ?? (await crm.findDeal(prospect.id));
  if (found !== null && !(await withSetUp(setUp, () => updateDeal(crm, found, values)))) {
    return null;
  }
  const named = byEmail ?? known.contactId;
  const name = dealName(prospect);
  const dealId =
    found ?? (await withSetUp(setUp, () => crm.createDeal(prospect.id, name, values, named)));
  const isNew = known.dealId === null || named !== known.contactId;
  if (named !== null && found !== null && isNew) {
    await crm.associate(dealId, named);
  }
  const contactId = named ?? (withoutEmail && (await contactOfDeal(crm, dealId, withoutEmail)));
  return { contactId, dealId, isEmailRefused };
}

/** @returns false if the deal was deleted */
async function updateDeal(crm: Crm, dealId: string, values: DealValues): Promise<boolean> {
  try {
    await crm.updateDeal(dealId, values);
    return true;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'not_found') return false;
    throw error;
  }
}

/** Writes. If the CRM lacks our properties, creates them and writes again. */
export async function withSetUp<Result>(
  setUp: () => Promise<void>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ProviderError && error.about === 'set_up')) throw error;
    await setUp();
    return write();
  }
}

/** Stores what the CRM has, unless the prospect was erased meanwhile. */
async function storeStanding(
  change: Change,
  { id, version }: Prospect,
  provider: string,
  pushed: Known | null,
  { hash, syncedAt }: { hash: string; syncedAt: string },
): Promise<void> {
  const now = await readProspect(change, id);
  if (!now) return;
  if (pushed === null) return setCrm(change, id, { state: 'detached', hash, syncedAt });
  if (pushed.contactId !== null) await putLink(change, 'contact', id, provider, pushed.contactId);
  if (pushed.dealId === null) return setCrm(change, id, { state: 'none', hash, syncedAt: null });
  const before = await readLink(change, 'deal', id, provider);
  await putLink(change, 'deal', id, provider, pushed.dealId);
  const isNew = before !== pushed.dealId;
  if (isNew && (await offersOf(change, id)).length > 0)
    await enqueueTask(change, 'deal.progress', id);
  const state = now.version === version ? 'synced' : 'pending';
  await setCrm(change, id, { state, hash, syncedAt });
}

/** Finds the contact by its e-mail, or creates it. */
export async function contactByEmail(
  crm: Crm,
  prospect: Prospect,
): Promise<{ contactId: string | null; isEmailRefused: boolean }> {
  const contact = contactOf(prospect);
  if (!contact) return { contactId: null, isEmailRefused: false };
  const found = await crm.findContact(contact.email);
  try {
    const contactId = found ?? (await crm.createContact(contact));
    return { contactId, isEmailRefused: false };
  } catch (error) {
    if (!(error instanceof ProviderError && error.about === 'email')) throw error;
    return { contactId: null, isEmailRefused: true };
  }
}

/** The deal's contact, also one that a person has added. Creates one if there is none. */
export async function contactOfDeal(crm: Crm, dealId: string, contact: Contact): Promise<string> {
  const { contactId } = await crm.readDeal(dealId);
  if (contactId !== null) return contactId;
  return crm.createContact(contact, dealId).catch(throwOutcomeUnknown);
}

/** Wait before a lookup of something whose answer was lost: it may appear later. */
const LOOK_AGAIN_MS = 30_000;

/** Rejects with the error, and with the time to wait if the outcome is unknown. */
export function throwOutcomeUnknown(error: unknown): never {
  if (!(error instanceof ProviderError) || error.kind !== 'outcome_unknown') throw error;
  throw new ProviderError('outcome_unknown', error.message, LOOK_AGAIN_MS);
}

/** A handler that stores the CRM's words of its last failure with the prospect. */
export function keepingWords({ store }: SyncDeps, handler: Handler): Handler {
  return async (run) => {
    try {
      return await handler(run);
    } catch (error) {
      if (error instanceof ProviderError) {
        const { words = null } = error;
        await store.change(run.org, (change) => storeCrmWords(change, run.subject, words));
      }
      throw error;
    }
  };
}
