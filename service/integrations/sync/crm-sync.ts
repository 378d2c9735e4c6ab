import { createHash } from 'node:crypto';
import type { Prospect } from '../../../schemas/types.ts';
import {
  contactOf,
  dealName,
  dealProperties,
  dealValues,
  phoneContactOf,
} from '../mapping/deal-properties.ts';
import { type Contact, type Crm, type DealValues, ProviderError } from '../ports.ts';
import { putLink, readLink } from '../store/links.ts';
import { readCrm, readProspect, setCrm } from '../store/prospects.ts';
import type { Change } from '../store/store.ts';
import { type Handler, NeedsAttention, type TaskRun } from '../store/task.ts';
import { nowOf, type SyncParts } from './sync-parts.ts';

/** The values that the CRM should have of a prospect. */
interface Wanted {
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
  'The CRM refuses the e-mail: its contact was created without one. Correct the prospect’s e-mail.';

/** Creates a prospect's contact and deal, and makes the deal equal to the prospect. */
export function crmSync(parts: SyncParts): Handler {
  const setUp = sharedSetUp();
  return async (run) => {
    const organisation = parts.organisation(run.org);
    if (!organisation?.crm) return undefined;
    const { crm } = parts.providers(organisation);
    if (!crm) return undefined;
    const { provider, prefix } = organisation.crm;
    const db = parts.store.of(run.org);
    const prospect = await readProspect(db, run.subject);
    const standing = await readCrm(db, run.subject);
    if (!prospect || !standing || standing.state === 'detached') return undefined;
    const known = {
      contactId: await readLink(db, 'contact', run.subject, provider),
      dealId: await readLink(db, 'deal', run.subject, provider),
    };
    const wanted = { prospect, values: dealValues(prospect, prefix) };
    const hash = hashOf(provider, wanted);
    const pushed: Known | null =
      hash === standing.hash
        ? known
        : await pushToCrm(crm, wanted, known, run, {
            setUp: () => setUp(crm, prefix, run),
            keepContact: (id) =>
              parts.store.change(run.org, async (change) => {
                if (await readProspect(change, run.subject))
                  await putLink(change, 'contact', run.subject, provider, id);
              }),
          });
    await parts.store.change(run.org, (change) =>
      storeStanding(change, prospect, provider, pushed, { hash, syncedAt: nowOf(parts) }),
    );
    if (pushed?.isEmailRefused) throw new NeedsAttention(EMAIL_REFUSED);
    return undefined;
  };
}

/** Hash of all that reaches the CRM once there is a contact: other changes change nothing there. */
function hashOf(provider: string, { prospect, values }: Wanted): string {
  // A contact without an e-mail is made once: its number is no reason to push again after that.
  const isByPhone = phoneContactOf(prospect) !== null;
  const text = JSON.stringify([provider, prospect.email, values, ...(isByPhone ? ['phone'] : [])]);
  return createHash('sha256').update(text).digest('hex');
}

/** @returns the ids; null if somebody deleted the deal */
async function pushToCrm(
  crm: Crm,
  wanted: Wanted,
  known: Known,
  run: TaskRun,
  { setUp, keepContact }: { setUp(): Promise<void>; keepContact(id: string): Promise<void> },
): Promise<Known | null> {
  const { prospect, values } = wanted;
  const byPhone = phoneContactOf(prospect);
  let dealId = known.dealId;
  // Nothing but our id on the deal finds again what has no e-mail.
  if (byPhone) dealId ??= await callInLease(run, () => crm.findDeal(prospect.id));
  const { contactId, isEmailRefused } = byPhone
    ? { contactId: await createByPhone(byPhone), isEmailRefused: false }
    : await findOrCreateContact(crm, prospect, run);
  if (contactId === null && dealId === null) return known;
  dealId ??= await callInLease(run, () => crm.findDeal(prospect.id));
  if (dealId === null) return { contactId, dealId: await createDeal(), isEmailRefused };
  const there = dealId;
  const isThere = await withSetUp(run, setUp, () => updateDeal(crm, there, values));
  if (!isThere) return null;
  const isNew = known.dealId === null || contactId !== known.contactId;
  if (isNew && contactId !== null) await callInLease(run, () => crm.associate(there, contactId));
  return { contactId: contactId ?? known.contactId, dealId, isEmailRefused };

  /** The contact is kept before its deal is made: a task that begins again would make another. */
  async function createByPhone(contact: Contact): Promise<string | null> {
    if (dealId !== null || known.contactId !== null) return known.contactId;
    const id = await callInLease(run, () => crm.createContact(contact));
    await keepContact(id);
    return id;
  }

  async function createDeal(): Promise<string | null> {
    if (contactId === null) return null;
    const name = dealName(prospect);
    return withSetUp(run, setUp, () => crm.createDeal(prospect.id, name, values, contactId));
  }
}

/** A contact that exists is used as it is; one whose e-mail is refused is created without it. */
async function findOrCreateContact(
  crm: Crm,
  prospect: Prospect,
  run: TaskRun,
): Promise<Pick<Known, 'contactId'> & { isEmailRefused: boolean }> {
  const contact = contactOf(prospect);
  if (!contact) return { contactId: null, isEmailRefused: false };
  const create = (one: Contact) => callInLease(run, () => crm.createContact(one));
  const found = await callInLease(run, () => crm.findContact(contact.email));
  try {
    return { contactId: found ?? (await create(contact)), isEmailRefused: false };
  } catch (error) {
    if (!(error instanceof ProviderError && error.about === 'email')) throw error;
    return { contactId: await create(withoutEmail(contact)), isEmailRefused: true };
  }
}

/** The contact without its e-mail; it has a name, for those without anything else. */
function withoutEmail(contact: Contact): Contact {
  const { email, firstName, lastName } = contact;
  const isNamed = firstName !== '' || lastName !== '';
  return { ...contact, email: '', lastName: isNamed ? lastName : email };
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

/** A write is refused where the properties were never set up: they are set up, and it is tried once more. */
async function withSetUp<Result>(
  run: TaskRun,
  setUp: () => Promise<void>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await callInLease(run, write);
  } catch (error) {
    if (!(error instanceof ProviderError && error.about === 'set_up')) throw error;
    await setUp();
    return callInLease(run, write);
  }
}

/**
 * Sets an organisation's CRM up, once for all tasks that find it is not: eight at a time would use up the calls
 * of each window on it, and none would come to its own.
 */
function sharedSetUp(): (crm: Crm, prefix: string, run: TaskRun) => Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  return (crm, prefix, run) => {
    const { org } = run;
    const begun = underWay.get(org);
    if (begun) return begun;
    const own = callInLease(run, () => crm.setUp(dealProperties(prefix))).finally(() =>
      underWay.delete(org),
    );
    underWay.set(org, own);
    return own;
  };
}

async function callInLease<Result>(run: TaskRun, call: () => Promise<Result>): Promise<Result> {
  await run.step();
  return call();
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
  await putLink(change, 'deal', id, provider, pushed.dealId);
  const state = now.version === version ? 'synced' : 'pending';
  await setCrm(change, id, { state, hash, syncedAt });
}
