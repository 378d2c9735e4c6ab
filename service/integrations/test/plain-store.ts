/** A store as it was before persons had keys: what an older program has written stands there plainly. */

import { draftAgreement } from '../mapping/merge-agreement.ts';
import type { Sealer } from '../store/seal.ts';
import type { Statements, Store } from '../store/store.ts';
import { PDF, PROSPECT } from './bodies.ts';
import { OFFER_BODY } from './kept-offers.ts';

const NUMBERS = ['191212121212', '198507099805'];
/** A text that stands in every plain value: whoever finds it has found a plain one. */
export const PLAIN = 'Grönfinksdotter';

/** Writes prospects as the older program did, each with an offer, an agreement, a document and a customer. */
export async function writePlain(
  store: Store,
  sealer: Sealer,
  org: string,
  ids: readonly string[],
): Promise<void> {
  await store.changeAll(async (all) => {
    await all.query(`delete from meta where name = 'sealed'`);
    for (const id of ids) await writeProspect(all, sealer, org, id);
  });
}

async function writeProspect(all: Statements, sealer: Sealer, org: string, id: string) {
  const body = JSON.stringify({ ...PROSPECT, email: `${id}@example.se`, last_name: PLAIN });
  const lead = { reference: `R${id}`, slug: PLAIN, consent: { version: '1', at: '2026-11-21' } };
  await all.query(
    `insert into prospect (org, id, body, source, version, seq, crm_state, crm_hash, lead)
     values ($1, $2, $3, 'embed', 2, 7, 'synced', $4, $5)`,
    org,
    id,
    body,
    `hash of ${id}`,
    JSON.stringify(lead),
  );
  const offer = { ...OFFER_BODY, prospect_id: id, title: `Solceller, ${PLAIN}` };
  await all.query(
    `insert into offer (org, id, prospect_id, slug, body, sealed, state, version, seq)
     values ($1, $2, $3, $4, $5, $6, 'signed', 1, 8)`,
    org,
    `o-${id}`,
    id,
    `slug-${org}-${id}`,
    JSON.stringify(offer),
    sealer.seal(JSON.stringify(NUMBERS), `offer|${org}|o-${id}`),
  );
  const signee = { id: 's', name: PLAIN, email: 'a@example.se', method: 'bankid' as const };
  const agreement = draftAgreement(`ag-${id}`, '2026-11-21T10:00:00.000Z', [signee]);
  await all.query(
    `insert into agreement (org, id, offer_id, body, sealed, seq) values ($1, $2, $3, $4, $5, 9)`,
    org,
    `ag-${id}`,
    `o-${id}`,
    JSON.stringify(agreement),
    sealer.seal(JSON.stringify([NUMBERS[0]]), `agreement|${org}|ag-${id}`),
  );
  await writeDocument(all, org, `o-${id}`);
  await all.query(
    `insert into link (org, kind, subject, provider, ref) values ($1, 'customer', $2, 'fortnox', $3)`,
    org,
    id,
    `${PLAIN} ${NUMBERS[0]}`,
  );
}

/** Writes a document; of an offer that is not there it is what an older program left behind. */
export async function writeDocument(all: Statements, org: string, offerId: string): Promise<void> {
  await all.query(
    `insert into document (org, offer_id, id, kind, version, sha256, bytes, created_at, content)
     values ($1, $2, 'signed_1', 'signed', 1, '', 3, '2026-11-21T10:00:00.000Z', $3)`,
    org,
    offerId,
    documentOf(offerId),
  );
}

export function documentOf(offerId: string): Buffer {
  return Buffer.concat([PDF, Buffer.from(` ${offerId} ${PLAIN} ${NUMBERS[0]} `.repeat(300))]);
}
