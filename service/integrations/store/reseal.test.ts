import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import pino from 'pino';
import { NUMBERS, PROSPECT } from '../test/bodies.ts';
import { keepInvoiced, keepOrdered, OFFER_BODY } from '../test/kept-offers.ts';
import { ORG } from '../test/organisation.ts';
import { newStoreFile } from '../test/stores.ts';
import { readAgreement } from './agreements.ts';
import { readOffer } from './offers.ts';
import { findProspects, putProspect, readProspect } from './prospects.ts';
import { reseal, resealInBackground } from './reseal.ts';
import { type Sealer, sealerOf } from './seal.ts';
import { openStore } from './sqlite.ts';
import type { Store } from './store.ts';

const [OLD, NEW, GONE] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const old = sealerOf([OLD]);
const both = sealerOf([NEW, OLD]);
const onlyNew = sealerOf([NEW]);

/** More persons than one transaction takes. */
const IDS = Array.from({ length: 120 }, (_, i) => `p${i}`);
const LEAD = {
  reference: '0A1B',
  slug: 's',
  consent: { version: '1', at: '2026-11-21T10:00:00Z' },
};

/** Opens a store that is used and closed again. */
async function withStore<Result>(
  place: string,
  sealer: Sealer,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(place, sealer);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const putPersons = (store: Store, ids: readonly string[]) =>
  store.change(ORG, async (change) => {
    for (const id of ids) {
      const request = { ...PROSPECT, email: `${id}@example.se` };
      await putProspect(change, { id, request, source: 'embed', hasCrm: false, lead: LEAD });
    }
  });

const wrappedOf = async (store: Store, id: string): Promise<string> => {
  const [{ sealed }] = await store
    .of(ORG)
    .query<{ sealed: string }>('select sealed from person where org = $1 and prospect_id = $2', id);
  return sealed;
};

describe(`persons' keys `, () => {
  test('what an older key encrypted is encrypted by the first, and opens when the older is gone', async () => {
    const place = newStoreFile();
    await withStore(place, old, async (store) => {
      await putPersons(store, IDS);
      await store.change(ORG, (change) => keepInvoiced(change, 'o-1', OFFER_BODY));
      await store.change(ORG, (change) => keepOrdered(change, 'a-1', '', NUMBERS));
    });
    await withStore(place, both, async (store) => {
      await putPersons(store, ['new']);
      const [before, seq] = [await wrappedOf(store, 'new'), await seqOf(store)];
      const early = await findProspects(store.of(ORG), { email: 'p7@example.se' }, 0, 9);
      assert.deepEqual(
        early.map(({ prospect }) => prospect.id),
        ['p7'],
        'found by the older key',
      );

      const renewed = { renewed: IDS.length, unopened: 0 };
      assert.deepEqual(await reseal(store, both, () => false), renewed);

      assert.equal(await wrappedOf(store, 'new'), before);
      assert.equal(await seqOf(store), seq, 'nothing changed that an organisation would read');
      assert.deepEqual(await reseal(store, both, () => false), { renewed: 0, unopened: 0 });
    });
    await withStore(place, onlyNew, async (store) => {
      const db = store.of(ORG);
      for (const id of IDS) {
        for (const [values, count] of [
          [{ email: `${id}@example.se` }, 1],
          [{ email: `${id}@example.se`, phone: PROSPECT.phone ?? '', reference: '0a1b' }, 1],
          [{ email: `${id}@example.se`, phone: '112' }, 0],
        ] as const) {
          const found = await findProspects(db, values, 0, 9);
          assert.deepEqual(
            found.map(({ prospect }) => prospect.id),
            count === 1 ? [id] : [],
          );
        }
      }
      assert.deepEqual((await readOffer(db, 'o-1'))?.openNumbers(), NUMBERS);
      assert.deepEqual((await readAgreement(db, 'a-1'))?.openNumbers(), NUMBERS);
    });
  });

  test('what no key opens stays as it is and is told; a process on its way out stops', async () => {
    const place = newStoreFile();
    await withStore(place, sealerOf([GONE]), (store) => putPersons(store, ['gone']));
    await withStore(place, sealerOf([OLD, GONE]), (store) => putPersons(store, ['old']));
    await withStore(place, both, async (store) => {
      const lost = await wrappedOf(store, 'gone');
      await reseal(store, both, () => true);
      assert.ok((await wrappedOf(store, 'old')).startsWith(old.prefix));
      const lines: string[] = [];
      const log = pino({}, { write: (line: string) => void lines.push(line) });
      await resealInBackground(store, both, () => false, log);
      assert.equal(await wrappedOf(store, 'gone'), lost);
      assert.ok((await wrappedOf(store, 'old')).startsWith(both.prefix));
      assert.match(lines.join(''), /keys of 1 persons anew.*\n.*1 persons have a key that/);
      await assert.rejects(readProspect(store.of(ORG), 'gone'), /DATA_KEY lacks/);
    });
  });
});

/** The number of the last change. */
async function seqOf(store: Store): Promise<number> {
  const sql = 'select seq from organisation where org = $1';
  const [{ seq }] = await store.of(ORG).query<{ seq: number }>(sql);
  return seq;
}
