/** Personal numbers after a change of DATA_KEY: texts that an older key sealed are sealed again by the first. */
import type { Logger } from 'pino';
import { agreementContext } from './agreements.ts';
import { applicantsContext } from './offers.ts';
import type { Sealer } from './seal.ts';
import type { Statements, Store } from './store.ts';

/** Rows in a transaction, so few that nobody waits long for it. */
const ROWS = 50;

/** Tables with sealed texts, and the context that these are bound to. */
const SEALED: Record<string, (org: string, id: string) => string> = {
  offer: applicantsContext,
  agreement: agreementContext,
};

interface SealedRow {
  org: string;
  id: string;
  sealed: string;
}

/** The result for the texts that older keys had sealed. */
export interface Resealed {
  /** Rows that the first key has sealed now. */
  renewed: number;
  /** Rows left as they are: DATA_KEY lacks their key. */
  unopened: number;
}

/** Seals old rows again, a few at a time, until all are done or `isEnding`. */
export async function reseal(
  store: Store,
  sealer: Sealer,
  isEnding: () => boolean,
): Promise<Resealed> {
  const done: Resealed = { renewed: 0, unopened: 0 };
  for (const [table, contextOf] of Object.entries(SEALED)) {
    let last: Pick<SealedRow, 'org' | 'id'> | undefined = { org: '', id: '' };
    while (last && !isEnding()) {
      const { org, id } = last;
      last = await store.changeAll(async (all) => {
        const rows = await oldRows(all, table, sealer, org, id);
        for (const row of rows) await renew(all, table, sealer, row, contextOf, done);
        return rows.at(-1);
      });
    }
  }
  return done;
}

/** The next old rows after a place in the order of their keys. */
function oldRows(all: Statements, table: string, { prefix }: Sealer, org: string, id: string) {
  return all.query<SealedRow>(
    `select org, id, sealed from ${table}
     where (org, id) > ($1, $2) and sealed is not null and sealed not like $3
     order by org, id limit ${ROWS}`,
    org,
    id,
    `${prefix}%`,
  );
}

async function renew(
  all: Statements,
  table: string,
  sealer: Sealer,
  { org, id, sealed }: SealedRow,
  contextOf: (org: string, id: string) => string,
  done: Resealed,
): Promise<void> {
  const context = contextOf(org, id);
  let text: string;
  try {
    text = sealer.open(sealed, context);
  } catch {
    done.unopened++;
    return;
  }
  // A row that was written since it was read stays.
  const sql = `update ${table} set sealed = $4 where org = $1 and id = $2 and sealed = $3 returning id`;
  const renewed = await all.query(sql, org, id, sealed, sealer.seal(text, context));
  done.renewed += renewed.length;
}

/** Calls `reseal` and logs the result. It never throws: the next start tries again. */
export async function resealInBackground(
  store: Store,
  sealer: Sealer,
  isEnding: () => boolean,
  log: Logger,
): Promise<void> {
  try {
    const { renewed, unopened } = await reseal(store, sealer, isEnding);
    if (renewed > 0) log.info(`Sealed ${renewed} rows anew by the first key of DATA_KEY.`);
    if (unopened > 0) {
      log.error(`${unopened} rows are sealed by a key that DATA_KEY lacks: add the old key.`);
    }
  } catch (error) {
    log.error({ err: error }, 'Not all was sealed anew: start the process again.');
  }
}
