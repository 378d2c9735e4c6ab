/** Empty stores for tests. */
import { join } from 'node:path';
import { after } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { openStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import { ENCRYPTION } from './organisation.ts';

/** The path of a new store. It is removed after the tests of the file. */
export function newStoreFile(): string {
  return join(testFolder(), 'store.db');
}

/** Opens an empty store. It is closed after the tests of the file. */
export async function openEmpty(): Promise<Store> {
  const store = await openStore(newStoreFile(), ENCRYPTION);
  after(() => store.close());
  return store;
}
