/** Agreements, their events and the documents of an offer. */

import { createHash } from 'node:crypto';
import type { Agreement, AgreementDocument, DocumentKind } from '../../../schemas/types.ts';
import { UNSIGNED_HOOK } from '../providers/hooks.ts';
import type { AgreementEvent } from '../rules/merge-agreement.ts';
import type { PersonKey } from './person-key.ts';
import { keyOfRow, OF_OFFER } from './persons.ts';
import type { Sealer } from './seal.ts';
import type { Change, OwnStatements } from './store.ts';
import { enqueueFollow } from './task.ts';

export interface StoredAgreement {
  offerId: string;
  agreement: Agreement;
  /** Personal numbers of the signees, in their order; none where none is known. */
  openNumbers(): (string | null)[];
}

interface AgreementRow {
  id: string;
  offer_id: string;
  body: string;
  numbers: string | null;
  prospect_id: string;
  /** The person's key, encrypted. */
  sealed: string;
}

const SELECT = `select agreement.id, offer_id, agreement.body, agreement.sealed as numbers, offer.prospect_id, person.sealed
  from agreement join offer on offer.org = agreement.org and offer.id = agreement.offer_id ${OF_OFFER}
  where agreement.org = $1`;

/** The place of an agreement's sealed column. */
function agreementPlace(column: 'body' | 'sealed', org: string, id: string): string {
  return `agreement.${column}|${org}|${id}`;
}

/**
 * Macs that make a hook's address of an agreement unguessable, where the provider signs nothing; the first
 * is given out, those after it were given out under older keys.
 */
export function hookMacs(sealer: Sealer, org: string, agreementId: string): Buffer[] {
  return sealer.macs(`${UNSIGNED_HOOK}|${org}|${agreementId}`);
}

/** The agreement. Null if there is none. */
export async function readAgreement(
  db: OwnStatements,
  id: string,
): Promise<StoredAgreement | null> {
  const rows = await db.query<AgreementRow>(`${SELECT} and agreement.id = $2`, id);
  return rows.map((row) => storedAgreement(db, row)).at(0) ?? null;
}

/** The agreements of an offer, the first first. */
async function agreementsOf(db: OwnStatements, offerId: string): Promise<StoredAgreement[]> {
  const rows = await db.query<AgreementRow>(`${SELECT} and offer_id = $2`, offerId);
  const stored = rows.map((row) => storedAgreement(db, row));
  return stored.sort((a, b) => (a.agreement.created_at < b.agreement.created_at ? -1 : 1));
}

/** The newest agreement of an offer; those before it are final. */
export async function agreementOf(
  db: OwnStatements,
  offerId: string,
): Promise<StoredAgreement | null> {
  return (await agreementsOf(db, offerId)).at(-1) ?? null;
}

function storedAgreement(
  db: OwnStatements,
  { id, offer_id, body, numbers, prospect_id, sealed }: AgreementRow,
): StoredAgreement {
  const key = keyOfRow(db, prospect_id, sealed);
  const open = (text: string, column: 'body' | 'sealed') =>
    JSON.parse(key.open(text, agreementPlace(column, db.org, id)));
  return {
    offerId: offer_id,
    agreement: withNew(open(body, 'body')),
    openNumbers: () => (numbers === null ? [] : open(numbers, 'sealed')),
  };
}

/** The agreement with the fields that were not stored by versions before them. */
function withNew({ doubt, signees, ...agreement }: Agreement): Agreement {
  return {
    ...agreement,
    doubt: doubt ?? null,
    signees: signees.map((signee) => ({ ...signee, provider_id: signee.provider_id ?? null })),
  };
}

/**
 * Stores the agreement; the offer counts as changed.
 * @param personalNumbers of the signees, in their order; those of a stored agreement stay
 * @throws Error when its offer is not stored
 */
export async function putAgreement(
  change: Change,
  offerId: string,
  agreement: Agreement,
  personalNumbers: readonly (string | null)[] = [],
): Promise<void> {
  const { org, seq } = change;
  const { id } = agreement;
  const key = await keyOfOffer(change, offerId);
  const hasNumbers = personalNumbers.some(Boolean);
  await change.query(
    `insert into agreement (org, id, offer_id, body, sealed, seq) values ($1, $2, $3, $4, $5, $6)
     on conflict (org, id) do update set body = excluded.body, seq = excluded.seq`,
    id,
    offerId,
    key.seal(JSON.stringify(agreement), agreementPlace('body', org, id)),
    hasNumbers
      ? key.seal(JSON.stringify(personalNumbers), agreementPlace('sealed', org, id))
      : null,
    seq,
  );
  await touchOffer(change, offerId);
  await enqueueFollow(change, offerId);
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

/** The offer counts as changed. */
export async function touchOffer(change: Change, offerId: string): Promise<void> {
  await change.query(
    'update offer set seq = $3, changed_at = $4 where org = $1 and id = $2',
    offerId,
    change.seq,
    change.at,
  );
}

/** The key of an offer's person. @throws Error when the offer is not stored */
async function keyOfOffer(db: OwnStatements, offerId: string): Promise<PersonKey> {
  const [row] = await db.query<{ prospect_id: string; sealed: string }>(
    `select offer.prospect_id, person.sealed from offer ${OF_OFFER}
     where offer.org = $1 and offer.id = $2`,
    offerId,
  );
  if (!row) throw new Error('The offer is not stored.');
  return keyOfRow(db, row.prospect_id, row.sealed);
}

/** The place of a document's content. */
function documentPlace(org: string, offerId: string, id: string): string {
  return `document.content|${org}|${offerId}|${id}`;
}

/** A PDF to store. */
export interface NewDocument {
  offerId: string;
  agreementId: string | null;
  kind: DocumentKind;
  content: Buffer;
  /** ISO UTC. */
  createdAt: string;
}

/**
 * Stores a document as the next version of its kind; the bytes of the last version again are that version.
 * @param admit called where it is a new version; throws where there is no room for it
 * @returns the document as it is stored
 * @throws Error when its offer is not stored
 */
export async function putDocument(
  change: Change,
  input: NewDocument,
  admit: () => Promise<void> = async () => {},
): Promise<AgreementDocument> {
  const { offerId, agreementId, kind, content, createdAt } = input;
  const key = await keyOfOffer(change, offerId);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const before = (await documentsOf(change, offerId)).filter((one) => one.kind === kind);
  const last = before.at(-1);
  if (last?.sha256 === sha256) return last;
  await admit();
  const version = (last?.version ?? 0) + 1;
  const kept: AgreementDocument = {
    id: `${kind}_${version}`,
    kind,
    version,
    sha256,
    bytes: content.length,
    created_at: createdAt,
  };
  await change.query(
    `insert into document (org, offer_id, id, agreement_id, kind, version, sha256, bytes, created_at, content)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    offerId,
    kept.id,
    agreementId,
    kind,
    version,
    sha256,
    kept.bytes,
    createdAt,
    key.sealBytes(content, documentPlace(change.org, offerId, kept.id)),
  );
  await touchOffer(change, offerId);
  return kept;
}

/** The documents of an offer, without their content, the first first. */
export function documentsOf(db: OwnStatements, offerId: string): Promise<AgreementDocument[]> {
  return db.query<AgreementDocument>(
    `select id, kind, version, sha256, bytes, created_at from document
     where org = $1 and offer_id = $2 order by kind, version`,
    offerId,
  );
}

/** The document to sign: the last agreement that was put. Null if there is none. */
export async function agreementContent(db: OwnStatements, offerId: string): Promise<Buffer | null> {
  const documents = await documentsOf(db, offerId);
  const last = documents.filter(({ kind }) => kind === 'agreement').at(-1);
  return last ? readDocument(db, offerId, last.id) : null;
}

/** The PDF. Null if the offer has no such document. */
export async function readDocument(
  db: OwnStatements,
  offerId: string,
  id: string,
): Promise<Buffer | null> {
  const [row] = await db.query<{ content: Buffer }>(
    'select content from document where org = $1 and offer_id = $2 and id = $3',
    offerId,
    id,
  );
  if (!row) return null;
  const key = await keyOfOffer(db, offerId);
  return key.openBytes(row.content, documentPlace(db.org, offerId, id));
}
