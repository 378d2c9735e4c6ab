import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import type { OfferState } from '../../../schemas/types.ts';
import { erasuresOf, readTombstones } from '../store/erase.ts';
import { putOffer, readOffer, setOfferState } from '../store/offers.ts';
import { putProspect } from '../store/prospects.ts';
import { PROSPECT } from '../test/bodies.ts';
import { ORG, organisationOf } from '../test/organisation.ts';
import { OFFER_BODY } from '../test/stored-offers.ts';
import { openEmpty } from '../test/stores.ts';
import { eraseOld, startRetention } from './retention.ts';

const DAYS = 700;
const OTHER = 'other';

async function start({ retentionYears = 7 } = {}) {
  const store = await openEmpty();
  const path = join(testFolder(), 'erasures');
  const clock = { now: new Date('2026-11-23T10:00:00Z') };
  const deps = {
    store,
    erasures: erasuresOf(store, path, { warn: assert.fail, error: assert.fail }),
    organisations: { current: [organisationOf({ retentionYears }), organisationOf({ id: OTHER })] },
    now: () => clock.now,
    draining: () => false,
  };

  /** Puts a prospect that was last changed then, with offers. */
  async function put(
    id: string,
    changedAt: string,
    offers: readonly (readonly [id: string, state: OfferState, changedAt: string])[] = [],
    org = ORG,
  ): Promise<void> {
    await store.change(org, async (change) => {
      await putProspect(change, { id, request: PROSPECT, source: 'api', hasCrm: false });
      const setChanged = (table: string, row: string, at: string) =>
        change.query(`update ${table} set changed_at = $3 where org = $1 and id = $2`, row, at);
      for (const [offerId, state, at] of offers) {
        const body = { ...OFFER_BODY, prospect_id: id };
        const offer = { id: offerId, slug: `s-${offerId}`, body, personalNumbers: [], version: 1 };
        await putOffer(change, offer);
        const invoice = { invoice: null, invoicedVersion: null };
        await setOfferState(change, { id: offerId, state, ...invoice });
        await setChanged('offer', offerId, at);
      }
      await setChanged('prospect', id, changedAt);
    });
  }

  const idsIn = async (table: 'prospect' | 'offer', org = ORG) => {
    const rows = await store
      .of(org)
      .query<{ id: string }>(`select id from ${table} where org = $1 order by id`);
    return rows.map(({ id }) => id);
  };
  return { ...deps, deps, clock, path, put, idsIn };
}

test('who has not changed for so many days is erased, with offers that were never signed', async () => {
  const { deps, put, idsIn, path } = await start();
  await put('old', '2024-12-20T10:00:00.000Z', [['draft', 'draft', '2024-12-01T10:00:00.000Z']]);
  await put('new', '2024-12-25T10:00:00.000Z');
  await put('with-new-offer', '2020-01-01T10:00:00.000Z', [
    ['o-new', 'draft', '2026-01-01T10:00:00.000Z'],
  ]);
  await put('out', '2020-01-01T10:00:00.000Z', [
    ['o-out', 'out_for_signature', '2020-01-01T10:00:00.000Z'],
  ]);
  await put('revoked', '2020-01-01T10:00:00.000Z', [
    ['o-revoked', 'revoked', '2020-01-01T10:00:00.000Z'],
  ]);
  await put('theirs', '2020-01-01T10:00:00.000Z', [], OTHER);
  assert.equal(await eraseOld(deps, DAYS), 3);
  assert.deepEqual(await idsIn('prospect'), ['new', 'out', 'with-new-offer']);
  assert.deepEqual(await idsIn('offer'), ['o-new', 'o-out']);
  assert.deepEqual(await idsIn('prospect', OTHER), []);
  assert.equal((await readTombstones(path)).length, 3);
  assert.equal(await eraseOld(deps, DAYS), 0);
});

test('what was signed or invoiced stays to the end of the seventh calendar year after, its prospect and all offers too', async () => {
  const { deps, put, idsIn, clock, store } = await start();
  await put('both', '2018-01-01T10:00:00.000Z', [
    ['b-draft', 'draft', '2018-01-01T10:00:00.000Z'],
    ['b-signed', 'signed', '2019-02-01T10:00:00.000Z'],
  ]);
  await put('late', '2018-01-01T10:00:00.000Z', [
    // It is 2020 in Sweden by then.
    ['l-invoiced', 'invoiced', '2019-12-31T23:30:00.000Z'],
  ]);
  await put('over', '2018-01-01T10:00:00.000Z', [
    ['o-signed', 'signed', '2018-12-31T22:30:00.000Z'],
  ]);
  assert.equal(await eraseOld(deps, DAYS), 1);
  assert.deepEqual(await idsIn('prospect'), ['both', 'late']);
  assert.deepEqual(await idsIn('offer'), ['b-draft', 'b-signed', 'l-invoiced']);
  assert.equal((await readOffer(store.of(ORG), 'b-signed'))?.body.prospect_id, 'both');
  clock.now = new Date('2026-12-31T22:59:00Z');
  assert.equal(await eraseOld(deps, DAYS), 0);
  clock.now = new Date('2026-12-31T23:01:00Z');
  assert.equal(await eraseOld(deps, DAYS), 1, 'a new year in Sweden');
  assert.deepEqual(await idsIn('prospect'), ['late']);
  clock.now = new Date('2028-01-02T10:00:00Z');
  assert.equal(await eraseOld(deps, DAYS), 1);
});

test('an organisation may say otherwise: other years, or none', async () => {
  for (const [retentionYears, left] of [
    [8, ['s-2018', 's-2019']],
    [6, []],
    [0, []],
  ] as const) {
    const { deps, put, idsIn } = await start({ retentionYears });
    for (const year of [2018, 2019]) {
      const at = `${year}-06-01T10:00:00.000Z`;
      await put(`p-${year}`, at, [[`s-${year}`, 'signed', at]]);
    }
    await eraseOld(deps, DAYS);
    assert.deepEqual(await idsIn('offer'), left, String(retentionYears));
  }
});

test('more prospects than one batch are erased, and a process that is shutting down stops', async () => {
  const { deps, put, idsIn } = await start();
  for (let i = 0; i < 230; i++) await put(`p${i}`, '2020-01-01T10:00:00.000Z');
  assert.equal(await eraseOld({ ...deps, draining: () => true }, DAYS), 0);
  assert.equal(await eraseOld(deps, DAYS), 230);
  assert.deepEqual(await idsIn('prospect'), []);
});

test('it looks from the start on, and without a number of days erases nobody', async () => {
  for (const [days, left] of [
    [null, ['old']],
    [DAYS, []],
  ] as const) {
    const { deps, put, idsIn } = await start();
    await put('old', '2020-01-01T10:00:00.000Z');
    const lines: string[] = [];
    const log = {
      info: (line: string) => void lines.push(line),
      warn: assert.fail,
      error: assert.fail,
    };
    await startRetention({ ...deps, log }, days).stop();
    assert.deepEqual(await idsIn('prospect'), left);
    assert.equal(lines.length, days === null ? 0 : 1);
  }
});
