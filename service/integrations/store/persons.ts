/** Persons in the store: the key of each prospect, and its places in the blind index. */
import { randomBytes } from 'node:crypto';
import { type FindableBy, indexForm } from './blind-index.ts';
import { openPersonKey, type PersonKey } from './person-key.ts';
import type { OwnStatements } from './store.ts';

const ID_BYTES = 16;

/** Joins the person of a prospect; its key is `person.sealed`. */
export const OF_PROSPECT =
  'join person on person.org = prospect.org and person.prospect_id = prospect.id';

/** Joins the person of an offer. */
export const OF_OFFER =
  'join person on person.org = offer.org and person.prospect_id = offer.prospect_id';

/** The key of a prospect as a row has it. @throws Error when DATA_KEY lacks the key of it */
export function keyOfRow(
  { sealer, org }: OwnStatements,
  prospectId: string,
  wrapped: string,
): PersonKey {
  return openPersonKey(sealer, org, prospectId, wrapped);
}

/** The key of a prospect. Null if there is none: it was erased. */
export async function readPersonKey(
  db: OwnStatements,
  prospectId: string,
): Promise<PersonKey | null> {
  const rows = await db.query<{ sealed: string }>(
    'select sealed from person where org = $1 and prospect_id = $2',
    prospectId,
  );
  return rows.map(({ sealed }) => keyOfRow(db, prospectId, sealed)).at(0) ?? null;
}

/**
 * Stores a person's key, and the values that the person is found by now.
 * @param keyId the name of the key, which its tombstone has; that of a stored one stays
 */
export async function putPerson(
  change: OwnStatements,
  prospectId: string,
  wrapped: string,
  findable: FindableBy,
  keyId = randomBytes(ID_BYTES).toString('base64url'),
): Promise<void> {
  const { sealer, org } = change;
  await change.query(
    `insert into person (org, prospect_id, key_id, sealed, email_mac, phone_mac, reference_mac)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (org, prospect_id) do update set sealed = excluded.sealed,
       email_mac = excluded.email_mac, phone_mac = excluded.phone_mac,
       reference_mac = excluded.reference_mac`,
    prospectId,
    keyId,
    wrapped,
    indexForm(sealer, org, 'email', findable.email),
    indexForm(sealer, org, 'phone', findable.phone),
    indexForm(sealer, org, 'reference', findable.reference),
  );
}
