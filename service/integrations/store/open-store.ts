import type { Sealer } from './seal.ts';
import { sealPlain } from './seal-plain.ts';
import type { Store } from './store.ts';

/** The place of the store. */
export interface StorePlace {
  /** STORE_FILE, for one process. */
  file: string;
  /** DATABASE_URL, for several processes; undefined selects the file. */
  databaseUrl: string | undefined;
}

/**
 * Opens the store, and does not load the code of the other kind. One that an older program has written is
 * brought to the tables of this one, and what stands in it plainly is encrypted, before this returns.
 * @param say told of the encryption, which may take minutes
 * @throws Error, StoreUnavailable
 */
export async function openStore(
  { file, databaseUrl }: StorePlace,
  sealer: Sealer,
  say: (line: string) => void = () => {},
): Promise<Store> {
  const store =
    databaseUrl === undefined
      ? await (await import('./sqlite.ts')).openSqlite(file, sealer)
      : await (await import('./postgres.ts')).openPostgres(databaseUrl, sealer);
  await sealPlain(store, sealer, say);
  return store;
}
