/** Empty stores for tests. */
import { join } from 'node:path';
import { after } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import type { Encryption } from '../store/encryption.ts';
import { openStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import { ENCRYPTION } from './organisation.ts';

/** The file of a store that is not there yet. It no longer exists when the tests of the file are over. */
export function newStoreFile(): string {
  return join(testFolder(), 'store.db');
}

/** Opens an empty store. It is closed when the tests of the file are over. */
export async function openEmpty(encryption: Encryption = ENCRYPTION): Promise<Store> {
  const store = await openStore(newStoreFile(), encryption);
  after(() => store.close());
  return store;
}
