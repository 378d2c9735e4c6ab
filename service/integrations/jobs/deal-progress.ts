/** Updates a deal from its offers: amount, stage and the address of the offer's page. */
import type { AgreementState } from '../../../schemas/types.ts';
import type { SyncDeps } from '../deps.ts';
import { type Crm, type DealProgress, ProviderError } from '../ports.ts';
import type { CrmAccount } from '../providers/account.ts';
import { leadingOffer, ownChange, stageOf } from '../rules/deal-progress.ts';
import { dealProperties, offerUrlProperty, syncErrorProperty } from '../rules/deal-properties.ts';
import { computeTotalOre } from '../rules/reduction.ts';
import { agreementOf } from '../store/agreements.ts';
import {
  deleteLink,
  type LastWritten,
  putLastWritten,
  putLink,
  readLastWritten,
  readLink,
} from '../store/links.ts';
import { offersOf, type StoredOffer } from '../store/offers.ts';
import { type Handler, stuckError, type TaskRun } from '../store/tasks.ts';
import { withSetUp } from './crm.ts';

interface Work {
  run: TaskRun;
  deps: SyncDeps;
  account: CrmAccount;
  crm: Crm;
  dealId: string;
}

/** The handler of `deal.progress`. Its subject is the prospect. */
export function dealProgress(deps: SyncDeps): Handler {
  return async (run) => {
    const organisation = deps.organisation(run.org);
    const account = organisation?.crm;
    const crm = organisation && deps.providers(organisation).crm;
    if (!account || !crm) return undefined;
    const db = deps.store.of(run.org);
    const offers = await offersOf(db, run.subject);
    const dealId = await readLink(db, 'deal', run.subject, account.provider);
    // crm.sync enqueues this task again when the deal is there.
    if (dealId === null) return undefined;
    const work = { run, deps, account, crm, dealId };
    try {
      const { prefix } = account;
      const error = await stuckError(db, run.subject);
      await showOnDeal(work, 'sync_error', syncErrorProperty(prefix), error);
      const leading = await findLeading(work, offers);
      if (leading === undefined) return undefined;
      const url = `${deps.baseUrl}/i/${leading.slug}`;
      await showOnDeal(work, 'offer_url', offerUrlProperty(prefix), url);
      await moveOn(work, leading);
    } catch (error) {
      // Somebody deleted the deal.
      if (!(error instanceof ProviderError && error.kind === 'not_found')) throw error;
    }
    return undefined;
  };
}

/** Sets a property of the deal if it has another value. Stored afterwards: setting it twice does no harm. */
async function showOnDeal(
  { run, deps, account, crm, dealId }: Work,
  kind: 'sync_error' | 'offer_url',
  property: string,
  value: string | null,
): Promise<void> {
  const { store } = deps;
  const { prefix, provider } = account;
  if (value === (await readLink(store.of(run.org), kind, run.subject, provider))) return;
  const setUp = () => crm.setUp(dealProperties(prefix));
  await withSetUp(setUp, () => crm.updateDeal(dealId, { [property]: value ?? '' }));
  await store.change(run.org, async (change) => {
    // It may have been erased meanwhile.
    if ((await readLink(change, 'deal', run.subject, provider)) === null) return;
    if (value === null) await deleteLink(change, kind, run.subject, provider);
    else await putLink(change, kind, run.subject, provider, value);
  });
}

type LeadingOffer = StoredOffer & { agreementState: AgreementState | null };

async function findLeading(
  { run, deps }: Work,
  offers: readonly StoredOffer[],
): Promise<LeadingOffer | undefined> {
  const db = deps.store.of(run.org);
  const states = await Promise.all(offers.map(({ id }) => agreementOf(db, id)));
  return leadingOffer(
    offers.map((offer, i) => {
      return { ...offer, agreementState: states[i]?.agreement.state ?? null };
    }),
  );
}

/** Sets stage and amount, unless a person has changed them. */
async function moveOn(work: Work, leading: LeadingOffer): Promise<void> {
  const { run, deps, account, crm, dealId } = work;
  const db = deps.store.of(run.org);
  const { stages } = account.progress;
  const deal = await crm.readDeal(dealId);
  const before = (await readLastWritten(db, run.subject, account.provider)) ?? {
    stages: [account.stage],
    amountsOre: [],
  };
  const amountOre = account.progress.amount ? computeTotalOre(leading.body) : null;
  await setProgress(work, before, {
    stage: ownChange(deal.stage, before.stages, stageOf(leading, stages)),
    amountOre: ownChange(deal.amountOre, [null, ...before.amountsOre], amountOre),
  });
}

/** Stores the values before it sends them: if the answer is lost, they are still known as ours. */
async function setProgress(
  { run, deps, account, crm, dealId }: Work,
  before: LastWritten,
  progress: DealProgress,
): Promise<void> {
  const stages = progress.stage === null ? [] : [progress.stage];
  const amountsOre = progress.amountOre === null ? [] : [progress.amountOre];
  if (stages.length + amountsOre.length === 0) return;
  const note = (set: LastWritten) =>
    deps.store.change(run.org, (change) =>
      putLastWritten(change, run.subject, account.provider, set),
    );
  await note({
    stages: [...new Set([...before.stages, ...stages])],
    amountsOre: [...new Set([...before.amountsOre, ...amountsOre])],
  });
  await crm.moveDeal(dealId, progress);
  await note({
    stages: stages.length === 0 ? before.stages : stages,
    amountsOre: amountsOre.length === 0 ? before.amountsOre : amountsOre,
  });
}
