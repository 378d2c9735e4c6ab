import type { Store } from './store.ts';

/** The place of the store. */
export interface StorePlace {
  /** STORE_FILE, for one process. */
  file: string;
  /** DATABASE_URL, for several processes; undefined selects the file. */
  databaseUrl: string | undefined;
}

/** Opens the store, and does not load the code of the other kind. @throws Error, StoreUnavailable */
export async function openStore({ file, databaseUrl }: StorePlace): Promise<Store> {
  if (databaseUrl === undefined) return (await import('./sqlite.ts')).openSqlite(file);
  return (await import('./postgres.ts')).openPostgres(databaseUrl);
}
