/** The documents of offers: agreements to sign, and signed ones. */
import { createHash } from 'node:crypto';
import type { AgreementDocument, DocumentKind } from '../../../schemas/types.ts';
import { touchOffer } from './agreements.ts';
import type { Change, OwnStatements } from './store.ts';

function additionalData(org: string, offerId: string, id: string): string {
  return `document.content|${org}|${offerId}|${id}`;
}

export interface NewDocument {
  offerId: string;
  agreementId: string | null;
  kind: DocumentKind;
  content: Buffer;
  /** ISO UTC. */
  createdAt: string;
}

/**
 * Stores a document as the next version of its kind. It replaces an agreement that was not sent. The same bytes as the
 * last version are no new version.
 * @returns the document as it is stored
 * @throws Error when its offer is not stored
 */
export async function putDocument(change: Change, input: NewDocument): Promise<AgreementDocument> {
  const { offerId, agreementId, kind, content, createdAt } = input;
  const { encryption, org } = change;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const before = (await documentsOf(change, offerId)).filter((one) => one.kind === kind);
  const last = before.at(-1);
  if (last?.sha256 === sha256) return last;
  const version = (last?.version ?? 0) + 1;
  const id = `${kind}_${version}`;
  const bytes = content.length;
  await touchOffer(change, offerId);
  if (kind === 'agreement') await change.query(`delete from document where ${UNSENT}`, offerId);
  await change.query(
    `insert into document (org, offer_id, id, agreement_id, kind, version, sha256, bytes, created_at, content)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    offerId,
    id,
    agreementId,
    kind,
    version,
    sha256,
    bytes,
    createdAt,
    encryption.encryptBytes(content, additionalData(org, offerId, id)),
  );
  return { id, kind, version, sha256, bytes, created_at: createdAt };
}

const UNSENT = `org = $1 and offer_id = $2 and kind = 'agreement' and agreement_id is null`;

/** Marks the offer's document as sent: it is not replaced any more. */
export async function markSent(
  change: Change,
  offerId: string,
  agreementId: string,
): Promise<void> {
  await change.query(`update document set agreement_id = $3 where ${UNSENT}`, offerId, agreementId);
}

/** The documents of an offer without their content, by version. */
export function documentsOf(db: OwnStatements, offerId: string): Promise<AgreementDocument[]> {
  return db.query<AgreementDocument>(
    `select id, kind, version, sha256, bytes, created_at from document
     where org = $1 and offer_id = $2 order by kind, version`,
    offerId,
  );
}

/** The document to sign: the last agreement. Null if there is none. */
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
  return db.encryption.decryptBytes(row.content, additionalData(db.org, offerId, id));
}
