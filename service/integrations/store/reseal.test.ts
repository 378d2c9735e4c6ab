import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import pino from 'pino';
import { NUMBERS } from '../test/bodies.ts';
import { keepInvoiced, keepOrdered, OFFER_BODY } from '../test/kept-offers.ts';
import { ORG } from '../test/organisation.ts';
import { openEmpty, STORES } from '../test/stores.ts';
import { agreementContext, readAgreement } from './agreements.ts';
import { applicantsContext, readOffer } from './offers.ts';
import { reseal, resealInBackground } from './reseal.ts';
import { type Sealer, sealerOf } from './seal.ts';
import type { Store } from './store.ts';

const [OLD, NEW, GONE] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const old = sealerOf([OLD]);
const both = sealerOf([NEW, OLD]);
const onlyNew = sealerOf([NEW]);

/** More offers than one transaction takes. */
const OFFERS = 120;

async function keepOffers(store: Store, sealer: Sealer, ids: readonly string[], org = ORG) {
  await store.change(org, async (change) => {
    for (const id of ids) await keepInvoiced(change, sealer, id, OFFER_BODY);
  });
}

async function sealedOf(store: Store, id: string): Promise<string> {
  return (await readOffer(store.of(ORG), id))?.sealed ?? assert.fail(id);
}

for (const kind of STORES) {
  describe(`old seals in ${kind.name}`, { skip: kind.skip }, () => {
    test('what an older key sealed is sealed by the first, and opens when the older is gone', async () => {
      const store = await openEmpty(kind);
      const ids = Array.from({ length: OFFERS }, (_, i) => `o${i}`);
      await keepOffers(store, old, ids);
      await keepOffers(store, both, ['new']);
      await store.change(ORG, (change) => keepOrdered(change, old, 'a-1', '', NUMBERS));
      const [before, seq] = [await sealedOf(store, 'new'), await seqOf(store)];

      assert.deepEqual(await reseal(store, both, () => false), {
        renewed: OFFERS + 1,
        unopened: 0,
      });

      for (const id of ids) {
        const text = onlyNew.open(await sealedOf(store, id), applicantsContext(ORG, id));
        assert.deepEqual(JSON.parse(text), NUMBERS);
      }
      const { sealed } = (await readAgreement(store.of(ORG), 'a-1')) ?? assert.fail();
      assert.deepEqual(
        JSON.parse(onlyNew.open(sealed ?? '', agreementContext(ORG, 'a-1'))),
        NUMBERS,
      );
      assert.equal(await sealedOf(store, 'new'), before);
      assert.equal(await seqOf(store), seq, 'nothing changed that an organisation would read');
      assert.deepEqual(await reseal(store, both, () => false), { renewed: 0, unopened: 0 });
    });

    test('what no key opens stays as it is and is told; a process on its way out stops', async () => {
      const store = await openEmpty(kind);
      await keepOffers(store, sealerOf([GONE]), ['gone']);
      await keepOffers(store, old, ['old']);
      const lost = await sealedOf(store, 'gone');
      await reseal(store, both, () => true);
      assert.ok((await sealedOf(store, 'old')).startsWith(old.prefix));
      const lines: string[] = [];
      const log = pino({}, { write: (line: string) => void lines.push(line) });
      await resealInBackground(store, both, () => false, log);
      assert.equal(await sealedOf(store, 'gone'), lost);
      assert.ok((await sealedOf(store, 'old')).startsWith(both.prefix));
      assert.match(lines.join(''), /Sealed 1 rows anew.*\n.*1 rows are sealed by a key/);
    });
  });
}

/** The number of the last change. */
async function seqOf(store: Store): Promise<number> {
  const sql = 'select seq from organisation where org = $1';
  const [{ seq }] = await store.of(ORG).query<{ seq: number }>(sql);
  return seq;
}
