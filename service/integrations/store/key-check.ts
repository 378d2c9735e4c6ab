import type { Sealer } from './seal.ts';
import type { Statements } from './store.ts';

const CONTEXT = 'meta|key_check';

/**
 * Opens a value that the store has encrypted by DATA_KEY, and encrypts it again by its first key.
 * @throws Error when no key of DATA_KEY opens it: nothing of the store could be read
 */
export async function checkKey(all: Statements, sealer: Sealer, file: string): Promise<void> {
  const [row] = await all.query<{ value: string }>(
    `select value from meta where name = 'key_check'`,
  );
  if (row && !opens(sealer, row.value)) {
    throw new Error(
      `DATA_KEY is not the key of ${file}. Set the key that the store was written with; after a change the old key stays behind the new one, with a comma between.`,
    );
  }
  await all.query(
    `insert into meta (name, value) values ('key_check', $1)
     on conflict (name) do update set value = excluded.value`,
    sealer.seal('', CONTEXT),
  );
}

function opens(sealer: Sealer, value: string): boolean {
  try {
    sealer.open(value, CONTEXT);
    return true;
  } catch {
    return false;
  }
}
