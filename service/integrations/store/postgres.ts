import pg from 'pg';
import { migrate } from './migrations.ts';
import type { Sealer } from './seal.ts';
import {
  ownChange,
  ownStatements,
  type Statements,
  type Store,
  StoreUnavailable,
} from './store.ts';

/** This program's lock, among all programs that share the database. */
const MIGRATION_LOCK = 7_226_915;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;

/**
 * The store in a PostgreSQL database, for any number of processes.
 * @param url as in postgres://user:password@host/database
 * @throws StoreUnavailable when it cannot be reached
 */
export async function openPostgres(url: string, sealer: Sealer): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    types: { getTypeParser },
  });
  // An idle connection that ends is replaced when one is needed.
  pool.on('error', () => {});
  await transaction(pool, prepareTables);
  return {
    isShared: true,
    of: (org) => ownStatements(statementsOf(pool), org, sealer),
    change: (org, work) =>
      transaction(pool, async (all) => work(await ownChange(all, org, sealer))),
    changeAll: (work) => transaction(pool, work),
    scrub: () => rewriteTables(pool, 'person'),
    rewrite: () => rewriteTables(pool, 'prospect, offer, agreement, document, link, task, person'),
    close: () => pool.end(),
  };
}

/** Reads counts, which are far below 2^53, as numbers. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format);
}

async function prepareTables(all: Statements): Promise<void> {
  await all.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  // The tables have one text with it.
  const [{ found }] = await all.query<{ found: string | null }>(
    `select to_regtype('blob') as found`,
  );
  if (found === null) await all.query('create domain blob as bytea');
  await migrate(all);
}

/** Writes tables anew, without the rows that were deleted: PostgreSQL keeps those in their files until then. */
async function rewriteTables(pool: pg.Pool, tables: string): Promise<void> {
  const client = await pool.connect().catch(unavailable);
  let broken: Error | undefined;
  try {
    // It may take longer than a statement may.
    await client.query('set statement_timeout = 0').catch(unavailable);
    await client.query(`vacuum (full) ${tables}`).catch(unavailable);
    await client.query(`set statement_timeout = ${STATEMENT_MS}`).catch(unavailable);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function transaction<Result>(
  pool: pg.Pool,
  work: (all: Statements) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch(unavailable);
  let broken: Error | undefined;
  try {
    await client.query('begin').catch(unavailable);
    const result = await work(statementsOf(client));
    await client.query('commit').catch(unavailable);
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function statementsOf(client: pg.Pool | pg.PoolClient): Statements {
  return {
    async query(sql, ...values) {
      const { rows } = await client.query(sql, values).catch(unavailable);
      return rows;
    },
  };
}

/** A statement that the server rejects is our fault; one that it does not answer, or rolls back, is not. */
function unavailable(error: Error): never {
  const ours = error instanceof pg.DatabaseError && !/^(08|40|53|57)/.test(error.code ?? '');
  if (ours) throw error;
  throw new StoreUnavailable('PostgreSQL does not answer.', { cause: error });
}
