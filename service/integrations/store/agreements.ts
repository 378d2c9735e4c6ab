/** Agreements and their events. */

import type { Agreement } from '../../../schemas/types.ts';
import { UNSIGNED_HOOK } from '../providers/account.ts';
import type { AgreementEvent } from '../rules/agreement.ts';
import { decryptColumn, encryptColumn, encryptNumbers } from './encryption.ts';
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

/** The text of an agreement's hook address whose mac nobody can guess, for providers that do not sign. */
export function hookText(org: string, agreementId: string): string {
  return `${UNSIGNED_HOOK}|${org}|${agreementId}`;
}

/** The agreement. Null if there is none. */
export async function readAgreement(
  db: OwnStatements,
  id: string,
): Promise<StoredAgreement | null> {
  const rows = await db.query<AgreementRow>(`${SELECT} and id = $2`, id);
  return rows.map((row) => storedAgreement(db, row)).at(0) ?? null;
}

/** The newest agreement of an offer. Those before it are final. */
export async function agreementOf(
  db: OwnStatements,
  offerId: string,
): Promise<StoredAgreement | null> {
  const rows = await db.query<AgreementRow>(`${SELECT} and offer_id = $2`, offerId);
  const stored = rows.map((row) => storedAgreement(db, row));
  return (
    stored.sort((a, b) => (a.agreement.created_at < b.agreement.created_at ? -1 : 1)).at(-1) ?? null
  );
}

function storedAgreement(
  db: OwnStatements,
  { id, offer_id, body, numbers }: AgreementRow,
): StoredAgreement {
  const decrypt = (text: string, column: string) =>
    JSON.parse(decryptColumn(db, `agreement.${column}`, id, text));
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
  const { id } = agreement;
  await touchOffer(change, offerId);
  await change.query(
    `insert into agreement (org, id, offer_id, body, personal_numbers, seq) values ($1, $2, $3, $4, $5, $6)
     on conflict (org, id) do update set body = excluded.body, seq = excluded.seq`,
    id,
    offerId,
    encryptColumn(change, 'agreement.body', id, JSON.stringify(agreement)),
    encryptNumbers(change, 'agreement.personal_numbers', id, personalNumbers),
    change.seq,
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
