/** Agreements and their events. */

import type { Agreement } from '../../../schemas/types.ts';
import { UNSIGNED_HOOK } from '../providers/account.ts';
import type { AgreementEvent } from '../rules/agreement.ts';
import type { Encryption } from './encryption.ts';
import type { Change, OwnStatements } from './store.ts';
import { enqueueDealProgress } from './tasks.ts';

export interface StoredAgreement {
  offerId: string;
  agreement: Agreement;
  /** Personal numbers of the signees, in their order. None where none is known. */
  decryptPersonalNumbers(): (string | null)[];
}

interface AgreementRow {
  id: string;
  offer_id: string;
  body: string;
  numbers: string | null;
}

const SELECT = `select id, offer_id, body, personal_numbers as numbers from agreement where org = $1`;

/** The additional data of an encrypted column. */
function columnOf(column: 'body' | 'personal_numbers', org: string, id: string): string {
  return `agreement.${column}|${org}|${id}`;
}

/**
 * Macs that make the hook address of an agreement unguessable, for providers that do not sign. The first one is given
 * out. The others belong to older keys.
 */
export function hookMacs(encryption: Encryption, org: string, agreementId: string): Buffer[] {
  return encryption.macs(`${UNSIGNED_HOOK}|${org}|${agreementId}`);
}

/** The agreement. Null if there is none. */
export async function readAgreement(
  db: OwnStatements,
  id: string,
): Promise<StoredAgreement | null> {
  const rows = await db.query<AgreementRow>(`${SELECT} and id = $2`, id);
  return rows.map((row) => storedAgreement(db, row)).at(0) ?? null;
}

/** The agreements of an offer, the first first. */
async function agreementsOf(db: OwnStatements, offerId: string): Promise<StoredAgreement[]> {
  const rows = await db.query<AgreementRow>(`${SELECT} and offer_id = $2`, offerId);
  const stored = rows.map((row) => storedAgreement(db, row));
  return stored.sort((a, b) => (a.agreement.created_at < b.agreement.created_at ? -1 : 1));
}

/** The newest agreement of an offer. Those before it are final. */
export async function agreementOf(
  db: OwnStatements,
  offerId: string,
): Promise<StoredAgreement | null> {
  return (await agreementsOf(db, offerId)).at(-1) ?? null;
}

function storedAgreement(
  { encryption, org }: OwnStatements,
  { id, offer_id, body, numbers }: AgreementRow,
): StoredAgreement {
  const decrypt = (text: string, column: Parameters<typeof columnOf>[0]) =>
    JSON.parse(encryption.decrypt(text, columnOf(column, org, id)));
  return {
    offerId: offer_id,
    agreement: decrypt(body, 'body'),
    decryptPersonalNumbers: () => (numbers === null ? [] : decrypt(numbers, 'personal_numbers')),
  };
}

/**
 * Stores the agreement. The offer counts as changed.
 * @param personalNumbers of the signees, in their order. Those of a stored agreement stay
 * @throws Error when its offer is not stored
 */
export async function putAgreement(
  change: Change,
  offerId: string,
  agreement: Agreement,
  personalNumbers: readonly (string | null)[] = [],
): Promise<void> {
  const { encryption, org, seq } = change;
  const { id } = agreement;
  await touchOffer(change, offerId);
  const hasNumbers = personalNumbers.some(Boolean);
  await change.query(
    `insert into agreement (org, id, offer_id, body, personal_numbers, seq) values ($1, $2, $3, $4, $5, $6)
     on conflict (org, id) do update set body = excluded.body, seq = excluded.seq`,
    id,
    offerId,
    encryption.encrypt(JSON.stringify(agreement), columnOf('body', org, id)),
    hasNumbers
      ? encryption.encrypt(JSON.stringify(personalNumbers), columnOf('personal_numbers', org, id))
      : null,
    seq,
  );
  await enqueueDealProgress(change, offerId);
}

/** Stores events, each once. */
export async function putEvents(
  change: Change,
  agreementId: string,
  events: readonly AgreementEvent[],
): Promise<void> {
  for (const { kind, signeeId, at } of events) {
    await change.query(
      `insert into agreement_event (org, agreement_id, kind, signee_id, at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      agreementId,
      kind,
      signeeId ?? '',
      at,
    );
  }
}

/** The offer counts as changed. @throws Error when it is not stored: it was erased meanwhile */
export async function touchOffer(change: Change, offerId: string): Promise<void> {
  const rows = await change.query(
    'update offer set seq = $3, changed_at = $4 where org = $1 and id = $2 returning id',
    offerId,
    change.seq,
    change.at,
  );
  if (rows.length === 0) throw new Error('The offer is not stored.');
}
