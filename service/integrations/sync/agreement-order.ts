import type { SignatureAccount } from '../organisations/organisations.ts';
import type { AgreementOrder, Signee } from '../ports.ts';
import { agreementContext, hookMacs, type StoredAgreement } from '../store/agreements.ts';
import { NeedsAttention } from '../store/task.ts';
import type { SyncParts } from './sync-parts.ts';

/** The agreement as it is sent. @throws NeedsAttention when its offer is gone */
export async function agreementOrder(
  { store, sealer, baseUrl }: SyncParts,
  org: string,
  { offerId, agreement, sealed }: StoredAgreement,
  { daysToSign }: SignatureAccount,
): Promise<AgreementOrder> {
  const { id } = agreement;
  const [offer] = await store
    .of(org)
    .query<{ body: string }>('select body from offer where org = $1 and id = $2', offerId);
  if (!offer) throw new NeedsAttention('The offer of the agreement is gone.');
  const { title }: { title: string } = JSON.parse(offer.body);
  const numbers: (string | null)[] =
    sealed === null ? [] : JSON.parse(sealer.open(sealed, agreementContext(org, id)));
  const [mac] = hookMacs(sealer, org, id);
  return {
    agreementId: id,
    title,
    daysToSign,
    hookUrl: `${baseUrl}/integrations/hooks/scrive/${org}/${id}.${mac.toString('base64url')}`,
    signees: agreement.signees.map(({ id, name, email, phone, method }, i): Signee => {
      const personalNumber = numbers[i] ?? null;
      return {
        id,
        name,
        email,
        method,
        ...(phone !== undefined && { phone }),
        ...(personalNumber !== null && { personalNumber }),
      };
    }),
  };
}
