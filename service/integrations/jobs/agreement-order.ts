import type { AgreementOrder, Signee } from '../ports.ts';
import type { SignatureAccount } from '../providers/account.ts';
import { UNSIGNED_HOOK } from '../providers/hooks.ts';
import { hookMacs, type StoredAgreement } from '../store/agreements.ts';
import { readOffer } from '../store/offers.ts';
import { NeedsAttention } from '../store/tasks.ts';
import type { SyncParts } from './sync-parts.ts';

/** The agreement as it is sent. @throws NeedsAttention when its offer is gone */
export async function agreementOrder(
  { store, encryption, baseUrl }: SyncParts,
  org: string,
  { offerId, agreement, decryptPersonalNumbers }: StoredAgreement,
  { daysToSign }: SignatureAccount,
): Promise<AgreementOrder> {
  const { id } = agreement;
  const offer = await readOffer(store.of(org), offerId);
  if (!offer) throw new NeedsAttention('The offer of the agreement is gone.');
  const numbers = decryptPersonalNumbers();
  const [mac] = hookMacs(encryption, org, id);
  return {
    agreementId: id,
    title: offer.body.title,
    daysToSign,
    hookUrl: `${baseUrl}/integrations/hooks/${UNSIGNED_HOOK}/${org}/${id}.${mac.toString('base64url')}`,
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
