import type { Store } from './store.ts';

/** Where it is kept. */
export interface StorePlace {
  /** STORE_FILE, for one process. */
  file: string;
  /** DATABASE_URL, for several; undefined is the file. */
  databaseUrl: string | undefined;
}

/** Opens the store, and loads no other's code. @throws Error, StoreUnavailable */
export async function openStore({ file, databaseUrl }: StorePlace): Promise<Store> {
  if (databaseUrl === undefined) return (await import('./sqlite.ts')).openSqlite(file);
  return (await import('./postgres.ts')).openPostgres(databaseUrl);
}
