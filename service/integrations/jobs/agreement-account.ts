/**
 * Whether an account still is the one in which agreements were made: with another's credentials, or another
 * address, none of them is found, and that is no agreement's end.
 */
import { ProviderError, type Signature } from '../ports.ts';
import type { OwnStatements } from '../store/store.ts';
import type { TaskRun } from '../store/tasks.ts';

/** Others that are looked for: one that is there is enough. */
const OTHERS = 3;

/**
 * Whether the account shows another agreement of the organisation, so that it is the right one.
 * @returns false where there is no other: nothing tells then
 * @throws ProviderError auth when the account answers nothing, or has none of several agreements
 */
export async function isOwnAccount(
  signature: Signature,
  db: OwnStatements,
  provider: string,
  { subject }: TaskRun,
): Promise<boolean> {
  await signature.check().catch(throwAsAuth);
  const refs = await otherAgreements(db, provider, subject);
  for (const ref of refs) {
    if ((await signature.read(ref, [])).state !== 'missing') return true;
  }
  if (refs.length === 0) return false;
  const message = `None of ${refs.length + 1} agreements is found: address or credentials are another account's.`;
  throw new ProviderError('auth', message);
}

function throwAsAuth(error: unknown): never {
  if (!(error instanceof ProviderError) || error.kind !== 'not_found') throw error;
  throw new ProviderError('auth', error.message);
}

/** The ids at the provider of agreements that should be there, the last that changed first. */
async function otherAgreements(
  db: OwnStatements,
  provider: string,
  agreementId: string,
): Promise<string[]> {
  const rows = await db.query<{ ref: string }>(
    `select link.ref from link join agreement on agreement.org = link.org and agreement.id = link.subject
       join offer on offer.org = link.org and offer.id = agreement.offer_id
     where link.org = $1 and link.kind = 'agreement' and link.provider = $2 and link.subject <> $3
       and offer.state in ('out_for_signature', 'signed', 'invoiced')
     order by agreement.seq desc limit $4`,
    provider,
    agreementId,
    OTHERS,
  );
  return rows.map(({ ref }) => ref);
}
