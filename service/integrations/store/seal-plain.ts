/**
 * Persons of before they had keys: whatever stands in the store plainly is sealed. A prospect is sealed with
 * all of its offers or not at all, so that a process that was killed goes on where it was.
 */
import { createHash } from 'node:crypto';
import type { ProspectLead, ProspectRequest } from '../../../schemas/types.ts';
import { agreementPlace, documentPlace } from './agreements.ts';
import { customerPlace } from './links.ts';
import { markSealed } from './migrations.ts';
import { offerPlace } from './offers.ts';
import { newPersonKey, type PersonKey, SEALED_TEXT } from './person-key.ts';
import { putPerson, readPersonKey } from './persons.ts';
import { findableBy, prospectPlace } from './prospects.ts';
import type { Sealer } from './seal.ts';
import { type OwnStatements, ownStatements, type Statements, type Store } from './store.ts';

/** Prospects in a transaction. */
const PROSPECTS = 50;
/** Documents in a transaction; one may have 10 MB. */
const DOCUMENTS = 5;
const IS_PLAIN = `not like '${SEALED_TEXT}%'`;
/** The first byte of a PDF. */
const PLAIN_PDF = Buffer.from('%');

/**
 * Seals all that is plain, and then takes the plain text out of the files, what was deleted before too. Once done
 * it is not looked for again.
 */
export async function sealPlain(
  store: Store,
  sealer: Sealer,
  say: (line: string) => void,
): Promise<void> {
  const isDone = await store.changeAll((all) =>
    all.query(`select value from meta where name = 'sealed'`),
  );
  if (isDone.length > 0) return;
  await store.changeAll(refuseOffersOfNobody);
  await store.changeAll(dropStrays);
  const prospects = await inTurn(store, sealer, PROSPECTS_AFTER, sealProspect);
  const documents = await inTurn(store, sealer, DOCUMENTS_AFTER, sealDocument, PLAIN_PDF);
  say(`Encrypted ${prospects} prospects and ${documents} documents; now the files are rewritten.`);
  await store.rewrite();
  await store.changeAll(markSealed);
}

/** Every offer has a prospect; one without could not be encrypted. @throws Error naming one */
async function refuseOffersOfNobody(all: Statements): Promise<void> {
  const [offer] = await all.query<{ org: string; id: string; prospect_id: string }>(
    `select org, id, prospect_id from offer where not exists
       (select 1 from prospect where prospect.org = offer.org and prospect.id = prospect_id) limit 1`,
  );
  if (!offer) return;
  const { org, id, prospect_id } = offer;
  throw new Error(
    `The offer ${id} of ${org} has no prospect ${prospect_id} in the store: delete its row, or put the prospect's back.`,
  );
}

/** A signed document that came while its offer was being erased is nobody's; so is a customer's number. */
async function dropStrays(all: Statements): Promise<void> {
  await all.query(`delete from document where not exists
    (select 1 from offer where offer.org = document.org and offer.id = document.offer_id)`);
  await all.query(`delete from link where kind = 'customer' and not exists
    (select 1 from prospect where prospect.org = link.org and prospect.id = link.subject)`);
}

/** Where a row stands in the order of its table. */
interface Place {
  org: string;
  /** Empty where rows are no offer's. */
  offer_id: string;
  id: string;
}

interface PlainProspect extends Place {
  body: string;
  lead: string | null;
  crm_hash: string | null;
}

interface PlainDocument extends Place {
  prospect_id: string;
  content: Buffer;
}

const PROSPECTS_AFTER = `select org, '' as offer_id, id, body, lead, crm_hash from prospect
  where (org, '', id) > ($1, $2, $3) and body ${IS_PLAIN} order by org, id limit ${PROSPECTS}`;

const DOCUMENTS_AFTER = `select document.org, offer_id, document.id, offer.prospect_id, content
  from document join offer on offer.org = document.org and offer.id = document.offer_id
  where (document.org, offer_id, document.id) > ($1, $2, $3) and substr(content, 1, 1) = $4
  order by document.org, offer_id, document.id limit ${DOCUMENTS}`;

/**
 * Seals the rows of a query, a few in a transaction.
 * @param sql takes the place of the last row, and `values`
 * @returns the number of the rows
 */
async function inTurn<Row extends Place>(
  store: Store,
  sealer: Sealer,
  sql: string,
  seal: (own: OwnStatements, row: Row) => Promise<void>,
  ...values: Buffer[]
): Promise<number> {
  let count = 0;
  let last: Place | undefined = { org: '', offer_id: '', id: '' };
  while (last) {
    const { org, offer_id, id }: Place = last;
    last = await store.changeAll(async (all): Promise<Place | undefined> => {
      // Another process that starts at the same time waits here.
      await all.query(`update meta set value = value where name = 'tables'`);
      const rows = await all.query<Row>(sql, org, offer_id, id, ...values);
      for (const row of rows) await seal(ownStatements(all, row.org, sealer), row);
      count += rows.length;
      return rows.at(-1);
    });
  }
  return count;
}

async function sealProspect(own: OwnStatements, prospect: PlainProspect): Promise<void> {
  const { org, id, body, lead, crm_hash } = prospect;
  const { key, wrapped } = newPersonKey(own.sealer, org, id);
  const request: ProspectRequest = JSON.parse(body);
  const note: ProspectLead | null = lead && JSON.parse(lead);
  await putPerson(own, id, wrapped, findableBy(request, note), oldKeyId(org, id));
  const now = new Date().toISOString();
  await own.query(
    `update prospect set body = $3, lead = $4, crm_hash = $5, changed_at = $6
     where org = $1 and id = $2`,
    id,
    key.seal(body, prospectPlace('body', org, id)),
    lead && key.seal(lead, prospectPlace('lead', org, id)),
    crm_hash && key.seal(crm_hash, prospectPlace('crm_hash', org, id)),
    now,
  );
  await own.query('update offer set changed_at = $3 where org = $1 and prospect_id = $2', id, now);
  await sealOffers(own, key, id);
  await sealCustomers(own, key, id);
}

/** The name of a key of before: the same each time that an old backup is sealed, so that its tombstone is known. */
function oldKeyId(org: string, id: string): string {
  return createHash('sha256').update(`person|${org}|${id}`).digest('base64url').slice(0, 22);
}

interface PlainRow {
  id: string;
  body: string;
  /** Personal numbers, sealed by DATA_KEY. */
  sealed: string | null;
}

const OFFERS = 'select id, body, sealed from offer where org = $1 and prospect_id = $2';
const AGREEMENTS = `select id, body, sealed from agreement
  where org = $1 and offer_id in (select id from offer where org = $1 and prospect_id = $2)`;

async function sealOffers(own: OwnStatements, key: PersonKey, prospectId: string): Promise<void> {
  for (const [table, sql, placeOf] of [
    ['offer', OFFERS, offerPlace],
    ['agreement', AGREEMENTS, agreementPlace],
  ] as const) {
    for (const { id, body, sealed } of await own.query<PlainRow>(sql, prospectId)) {
      await own.query(
        `update ${table} set body = $3, sealed = $4 where org = $1 and id = $2`,
        id,
        key.seal(body, placeOf('body', own.org, id)),
        sealed &&
          sealAgain(own, key, sealed, `${table}|${own.org}|${id}`, placeOf('sealed', own.org, id)),
      );
    }
  }
}

/** Personal numbers under the person's key; those that DATA_KEY does not open stay as they are. */
function sealAgain(
  { sealer }: OwnStatements,
  key: PersonKey,
  sealed: string,
  context: string,
  place: string,
): string {
  try {
    return key.seal(sealer.open(sealed, context), place);
  } catch {
    return sealed;
  }
}

async function sealCustomers(own: OwnStatements, key: PersonKey, id: string): Promise<void> {
  const customers = await own.query<{ provider: string; ref: string }>(
    `select provider, ref from link where org = $1 and kind = 'customer' and subject = $2`,
    id,
  );
  for (const { provider, ref } of customers) {
    await own.query(
      `update link set ref = $4 where org = $1 and kind = 'customer' and subject = $2 and provider = $3`,
      id,
      provider,
      key.seal(ref, customerPlace(own.org, id)),
    );
  }
}

async function sealDocument(own: OwnStatements, document: PlainDocument): Promise<void> {
  const { offer_id, id, prospect_id, content } = document;
  const key = await readPersonKey(own, prospect_id);
  if (key === null) throw new Error(`The prospect of the offer ${offer_id} is not stored.`);
  await own.query(
    'update document set content = $4 where org = $1 and offer_id = $2 and id = $3',
    offer_id,
    id,
    key.sealBytes(content, documentPlace(own.org, offer_id, id)),
  );
}
