/** Agreements, their events and the documents of an offer. */
import { createHash } from 'node:crypto';
import type { Agreement, AgreementDocument, DocumentKind } from '../../../schemas/types.ts';
import type { AgreementEvent } from '../mapping/merge-agreement.ts';
import type { Sealer } from './seal.ts';
import type { Change, Statements } from './store.ts';

export interface StoredAgreement {
  offerId: string;
  agreement: Agreement;
  /** Personal numbers of the signees, sealed. Null if none is known. */
  sealed: string | null;
}

interface AgreementRow {
  offer_id: string;
  body: string;
  sealed: string | null;
}

const COLUMNS = 'offer_id, body, sealed';

/** The context that the sealed numbers are bound to: in another one they do not open. */
export function agreementContext(org: string, id: string): string {
  return `agreement|${org}|${id}`;
}

/**
 * Macs that make a hook's address of an agreement unguessable, where the provider signs nothing; the first
 * is given out, those after it were given out under older keys.
 */
export function hookMacs(sealer: Sealer, org: string, agreementId: string): Buffer[] {
  return sealer.macs(`scrive|${org}|${agreementId}`);
}

/** The agreement. Null if there is none. */
export async function readAgreement(db: Statements, id: string): Promise<StoredAgreement | null> {
  const rows = await db.query<AgreementRow>(
    `select ${COLUMNS} from agreement where org = $1 and id = $2`,
    id,
  );
  return rows.map(storedAgreement).at(0) ?? null;
}

/** The newest agreement of an offer; those before it are final. */
export async function agreementOf(
  db: Statements,
  offerId: string,
): Promise<StoredAgreement | null> {
  const rows = await db.query<AgreementRow>(
    `select ${COLUMNS} from agreement where org = $1 and offer_id = $2`,
    offerId,
  );
  const stored = rows.map(storedAgreement);
  stored.sort((a, b) => (a.agreement.created_at < b.agreement.created_at ? 1 : -1));
  return stored.at(0) ?? null;
}

function storedAgreement({ offer_id, body, sealed }: AgreementRow): StoredAgreement {
  return { offerId: offer_id, agreement: JSON.parse(body), sealed };
}

/** Stores the agreement; the offer counts as changed. */
export async function putAgreement(change: Change, stored: StoredAgreement): Promise<void> {
  const { offerId, agreement, sealed } = stored;
  await change.query(
    `insert into agreement (org, id, offer_id, body, sealed, seq) values ($1, $2, $3, $4, $5, $6)
     on conflict (org, id) do update set body = excluded.body, seq = excluded.seq`,
    agreement.id,
    offerId,
    JSON.stringify(agreement),
    sealed,
    change.seq,
  );
  await touchOffer(change, offerId);
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
  await change.query('update offer set seq = $3 where org = $1 and id = $2', offerId, change.seq);
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
 */
export async function putDocument(
  change: Change,
  input: NewDocument,
  admit: () => Promise<void> = async () => {},
): Promise<AgreementDocument> {
  const { offerId, agreementId, kind, content, createdAt } = input;
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
    content,
  );
  await touchOffer(change, offerId);
  return kept;
}

/** The documents of an offer, without their content, the first first. */
export function documentsOf(db: Statements, offerId: string): Promise<AgreementDocument[]> {
  return db.query<AgreementDocument>(
    `select id, kind, version, sha256, bytes, created_at from document
     where org = $1 and offer_id = $2 order by kind, version`,
    offerId,
  );
}

/** The document to sign: the last agreement that was put. Null if there is none. */
export async function agreementContent(db: Statements, offerId: string): Promise<Buffer | null> {
  const documents = await documentsOf(db, offerId);
  const last = documents.filter(({ kind }) => kind === 'agreement').at(-1);
  return last ? readDocument(db, offerId, last.id) : null;
}

/** The PDF. Null if the offer has no such document. */
export async function readDocument(
  db: Statements,
  offerId: string,
  id: string,
): Promise<Buffer | null> {
  const rows = await db.query<{ content: Buffer }>(
    'select content from document where org = $1 and offer_id = $2 and id = $3',
    offerId,
    id,
  );
  return rows.at(0)?.content ?? null;
}
