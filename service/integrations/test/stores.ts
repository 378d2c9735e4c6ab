/** The stores to test: SQLite always, PostgreSQL in "make test-postgres". */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { openStore, type StorePlace } from '../store/open-store.ts';
import type { Sealer } from '../store/seal.ts';
import type { Store } from '../store/store.ts';
import { SEALER } from './organisation.ts';

/** A kind of store, and the reason why it is not tested. */
export interface StoreKind {
  name: string;
  skip: false | string;
  /** An empty one, gone when the tests of the file are over. */
  place(): Promise<StorePlace>;
}

const { PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE } = process.env;
const DATABASE = `postgres://${PGUSER}:${PGPASSWORD}@${PGHOST}:${PGPORT}/${PGDATABASE}`;

export const STORES: readonly StoreKind[] = [
  { name: 'SQLite', skip: false, place: async () => ({ file: fileIn(), databaseUrl: undefined }) },
  {
    name: 'PostgreSQL',
    skip: PGHOST ? false : 'no PostgreSQL here: "make test-postgres" brings one',
    place: async () => ({ file: '', databaseUrl: await schemaIn() }),
  },
];

/** The store of a test that needs one kind: PostgreSQL where there is one. */
const STORE = STORES.findLast(({ skip }) => skip === false) ?? STORES[0];

/** Opens an empty store; it is closed when the tests of the file are over. */
export async function openEmpty(kind: StoreKind = STORE, sealer: Sealer = SEALER): Promise<Store> {
  const store = await openStore(await kind.place(), sealer);
  after(() => store.close());
  return store;
}

function fileIn(): string {
  const folder = testFolder();
  return join(folder, 'store.db');
}

/** A schema of its own holds what one test makes; the whole server is thrown away at the end. */
async function schemaIn(): Promise<string> {
  const schema = `t${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(DATABASE);
  await client.connect();
  await client.query(`create schema ${schema}`);
  await client.end();
  return `${DATABASE}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}
