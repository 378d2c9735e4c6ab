/**
 * Erases all that the store has of an organisation: make integrations-erase ORG=id. It asks for CONFIRM=id
 * first. The process must not run meanwhile.
 */
import { readSettings } from '../../http/settings.ts';
import { erasuresFileOf, INTEGRATIONS_SETTINGS } from '../config.ts';
import { eraseOrganisation } from '../store/erase-organisation.ts';
import { erasuresOf } from '../store/erasures.ts';
import { sealerOf } from '../store/seal.ts';
import { openStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';

const [, , org = '', confirmed = ''] = process.argv;

try {
  const { DATA_KEY, STORE_FILE, ERASURES_FILE } = INTEGRATIONS_SETTINGS;
  const settings = readSettings({ DATA_KEY, STORE_FILE, ERASURES_FILE }, process.env);
  const { dataKeys, storeFile: file } = settings;
  const store = await openStore(file, sealerOf([...dataKeys]));
  await erase(store, erasuresFileOf(settings));
  await store.close();
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function erase(store: Store, erasuresFile: string): Promise<void> {
  const { prospects, offers, open } = await countOf(store);
  if (prospects === 0) throw new Error(`The store has nobody of an organisation "${org}".`);
  const what = `${prospects} prospects of ${org} with ${offers} offers, of which ${open} are out for signature`;
  if (confirmed !== org) {
    throw new Error(
      `There are ${what}. Add CONFIRM=${org} to erase all of it; nothing brings it back.`,
    );
  }
  const tombstones = await eraseOrganisation(store, org);
  await erasuresOf(store, erasuresFile, console).settle(tombstones);
  console.log(`Erased ${what}.`);
}

async function countOf(store: Store) {
  const db = store.of(org);
  const [{ prospects }] = await db.query<{ prospects: number }>(
    'select count(*) as prospects from prospect where org = $1',
  );
  const [{ offers, open }] = await db.query<{ offers: number; open: number }>(
    `select count(*) as offers, count(case when state = 'out_for_signature' then 1 end) as open
     from offer where org = $1`,
  );
  return { prospects, offers, open };
}
