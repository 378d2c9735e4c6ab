/** Persons after a change of DATA_KEY: keys that an older key has encrypted are encrypted again by the first. */
import type { Logger } from 'pino';
import { rewrapPersonKey } from './person-key.ts';
import { putPerson } from './persons.ts';
import { findableBy, readProspect } from './prospects.ts';
import type { Sealer } from './seal.ts';
import { ownStatements, type Statements, type Store } from './store.ts';

/** Rows in a transaction, so few that nobody waits long for it. */
const ROWS = 50;

interface OldRow {
  org: string;
  id: string;
  /** The person's key, encrypted. */
  sealed: string;
}

/** The result for the keys that older ones had encrypted. */
export interface Resealed {
  /** Persons whose key the first key has encrypted now. */
  renewed: number;
  /** Persons left as they are: DATA_KEY lacks the key of theirs. */
  unopened: number;
}

/** Encrypts old keys again, a few at a time, until all are done or `isEnding`. */
export async function reseal(
  store: Store,
  sealer: Sealer,
  isEnding: () => boolean,
): Promise<Resealed> {
  const done: Resealed = { renewed: 0, unopened: 0 };
  let last: Pick<OldRow, 'org' | 'id'> | undefined = { org: '', id: '' };
  while (last && !isEnding()) {
    const { org, id }: Pick<OldRow, 'org' | 'id'> = last;
    last = await store.changeAll(async (all) => {
      const rows = await oldRows(all, sealer, org, id);
      for (const row of rows) await renew(all, sealer, row, done);
      return rows.at(-1);
    });
  }
  return done;
}

/** The next old rows after a place in the order of their keys. */
function oldRows(all: Statements, { prefix }: Sealer, org: string, id: string) {
  return all.query<OldRow>(
    `select org, prospect_id as id, sealed from person
     where (org, prospect_id) > ($1, $2) and sealed not like $3
     order by org, prospect_id limit ${ROWS}`,
    org,
    id,
    `${prefix}%`,
  );
}

/** Encrypts the key, and puts the person into the blind index, by the first key of DATA_KEY. */
async function renew(
  all: Statements,
  sealer: Sealer,
  { org, id, sealed }: OldRow,
  done: Resealed,
): Promise<void> {
  let wrapped: string;
  try {
    wrapped = rewrapPersonKey(sealer, org, id, sealed);
  } catch {
    done.unopened++;
    return;
  }
  const own = ownStatements(all, org, sealer);
  // Whoever was erased since stays so; from now on nobody else writes the row.
  const locked = await own.query(
    'update person set sealed = $4 where org = $1 and prospect_id = $2 and sealed = $3 returning key_id',
    id,
    sealed,
    wrapped,
  );
  const prospect = locked.length > 0 && (await readProspect(own, id));
  if (!prospect) return;
  await putPerson(own, id, wrapped, findableBy(prospect, prospect.lead));
  done.renewed++;
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
    if (renewed > 0) {
      log.info(`Encrypted the keys of ${renewed} persons anew by the first key of DATA_KEY.`);
    }
    if (unopened > 0) {
      log.error(`${unopened} persons have a key that DATA_KEY lacks the key of: add the old key.`);
    }
  } catch (error) {
    log.error({ err: error }, 'Not all keys were encrypted anew: start the process again.');
  }
}
