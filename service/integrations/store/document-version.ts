/** The version of an offer that a document to sign was put for. */
import type { Change, Statements } from './store.ts';

export async function noteVersion(
  change: Change,
  offerId: string,
  documentId: string,
  version: number,
): Promise<void> {
  await change.query(
    'update document set offer_version = $4 where org = $1 and offer_id = $2 and id = $3',
    offerId,
    documentId,
    version,
  );
}

/** Whether the document to sign, the newest, is of a version; one of before this was noted is of none. */
export async function hasDocumentOf(
  db: Statements,
  offerId: string,
  version: number,
): Promise<boolean> {
  const [last] = await db.query<{ offer_version: number | null }>(
    `select offer_version from document where org = $1 and offer_id = $2 and kind = 'agreement'
     order by version desc limit 1`,
    offerId,
  );
  return last?.offer_version === version;
}
