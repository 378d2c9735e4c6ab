/** A customer's acceptance of an offer on its page: it sends the offer out to be signed, once. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Prospect } from '../../../schemas/types.ts';
import type { Organisation } from '../organisations/organisations.ts';
import type { IntegrationsParts } from '../parts.ts';
import type { SignatureAccount } from '../providers/account.ts';
import { customerMethodOf } from '../providers/hooks.ts';
import { hasDocumentOf } from '../store/document-versions.ts';
import { readOffer, type StoredOffer } from '../store/offers.ts';
import { readProspect } from '../store/prospects.ts';
import type { Sealer } from '../store/seal.ts';
import type { OwnStatements } from '../store/store.ts';
import { hasLapsed } from './offer-signing.ts';
import { type Signees, sendOut } from './send-out.ts';

const TOKEN_BYTES = 16;

/** What a page's form sends. */
export interface Acceptance {
  /** The offer's version that the customer has read. */
  version: number;
  token: string;
}

/** What an acceptance came to: it is out, now or since before; or the reason why not. */
export type Accepted = 'out' | 'changed' | 'closed' | 'forged';

/** Proof that a form stood on an offer's page in that version; nobody else knows it. */
export function acceptToken(sealer: Sealer, org: string, id: string, version: number): string {
  return tokensOf(sealer, org, id, version)[0];
}

/** One under each key of DATA_KEY. */
function tokensOf(sealer: Sealer, org: string, id: string, version: number): string[] {
  return sealer
    .macs(`accept|${org}|${id}|${version}`)
    .map((mac) => mac.subarray(0, TOKEN_BYTES).toString('base64url'));
}

/**
 * Finds who signs an offer that its customer may accept. Null where nothing could be sent: no e-signature
 * service, no document of this version, no e-mail, after its last day, or it was sent before.
 */
export async function findSignees(
  db: OwnStatements,
  { signature, isActive }: Organisation,
  offer: StoredOffer,
  now: Date,
): Promise<Signees | null> {
  if (signature === null || !isActive || offer.state !== 'draft') return null;
  if (hasLapsed(offer.body.valid_until, now)) return null;
  if (!(await hasDocumentOf(db, offer.id, offer.version))) return null;
  const prospect = await readProspect(db, offer.body.prospect_id);
  return prospect && signeesOf(prospect, offer, signature);
}

/** The customer, by BankID where the service has it for certain, with the number that the offer knows by the name. */
function signeesOf(
  { email, first_name = '', last_name = '', phone }: Prospect,
  { body, openNumbers }: StoredOffer,
  account: SignatureAccount,
): Signees | null {
  const name = `${first_name} ${last_name}`.trim();
  if (email === null || name === '') return null;
  const applicant = body.applicants.findIndex((one) => one.name === name);
  return {
    signees: [
      {
        id: 'customer',
        name,
        email,
        ...(phone === undefined ? {} : { phone }),
        method: customerMethodOf(account),
      },
    ],
    personalNumbers: [openNumbers()[applicant] ?? null],
  };
}

/** Accepts an offer; a repeat, at the same time too, changes nothing more. */
export async function acceptOffer(
  { store, sealer, now }: Pick<IntegrationsParts, 'store' | 'sealer' | 'now'>,
  organisation: Organisation,
  id: string,
  { version, token }: Acceptance,
): Promise<Accepted> {
  const tokens = tokensOf(sealer, organisation.id, id, version);
  if (!tokens.some((own) => isEqual(own, token))) return 'forged';
  return store.change(organisation.id, async (change) => {
    const offer = await readOffer(change, id);
    if (offer === null || offer.state === 'revoked') return 'closed';
    if (offer.version !== version) return 'changed';
    if (offer.state !== 'draft') return 'out';
    const signees = await findSignees(change, organisation, offer, now());
    if (signees === null) return 'closed';
    await sendOut(change, offer, signees, now());
    return 'out';
  });
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a, b);
}
