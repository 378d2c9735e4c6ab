import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { validator } from '../../../schemas/checks/validate.ts';
import {
  amountsByClass,
  basesOre,
  greenDeduction,
  type OfferRow,
  rowTotalOre,
  turnkeyRows,
} from './green-deduction.ts';
import type { WorkClass } from './rates.ts';

const rowOf = (workClass: WorkClass | null, totalOre: number, vatPercent = 25): OfferRow => ({
  workClass,
  totalOre,
  vatPercent,
});

/** A turnkey house: solar cells, a battery and a charging point, SEK with VAT. */
const TURNKEY = [
  rowOf('solar_cells', 120_000_00),
  rowOf('storage', 80_000_00),
  rowOf('charging_point', 15_000_00),
];
const BASE = { solar_cells: 100_000_00, storage: 100_000_00, charging_point: 100_000_00 };

test('the rates match their schema, in order of date', () => {
  const file = new URL('../../../fixtures/market/green-deduction.json', import.meta.url);
  const rates = validator('data/green-deduction.schema.json')(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  const dates = rates.records.map(({ paid_from }) => paid_from);
  assert.deepEqual(dates, dates.toSorted());
});

test('the date of payment decides the share', () => {
  const solarSek = (paidOn: string) => amountsByClass(BASE, paidOn).solar_cells;
  assert.equal(solarSek('2021-01-01'), 15_000);
  assert.equal(solarSek('2022-12-31'), 15_000);
  assert.equal(solarSek('2023-01-01'), 20_000);
  assert.equal(solarSek('2025-06-30'), 20_000);
  assert.equal(solarSek('2025-07-01'), 15_000);
  assert.equal(amountsByClass(BASE, '2026-11-21').storage, 50_000);
});

test('the price counts in whole kronor: Fortnox refused 250 kr for 1 666.70 kr at 15 %', () => {
  const amountSek = (baseOre: number) =>
    amountsByClass({ ...BASE, solar_cells: baseOre }, '2026-11-21').solar_cells;
  assert.equal(amountSek(1_666_70), 249, '15 % of it is 250.005');
  assert.equal(amountSek(1_667_00), 250);
  const lost = Array.from({ length: 2_000_00 }, (_, ore) => ore).filter(
    (ore) => Math.floor((15 * ore) / 10_000) > amountSek(ore),
  );
  assert.equal(lost.length, 2_000_00 * 0.0495, '4.95 % of prices with öre were a krona too much');
});

test('97 % of a turnkey price counts: 14.55 % for solar cells, 48.5 % for the rest', () => {
  const { rows, otherCosts } = turnkeyRows(TURNKEY);
  assert.deepEqual(
    rows.map(({ totalOre }) => totalOre),
    [116_400_00, 77_600_00, 14_550_00],
  );
  assert.deepEqual(otherCosts, [rowOf(null, 6_450_00)]);
  const deduction = greenDeduction(rows, '2026-11-21', [50_000, 50_000], 'fewest');
  assert.deepEqual(deduction, {
    amountsSek: { solar_cells: 17_460, storage: 38_800, charging_point: 7_275 },
    claimedSek: 63_535,
    parts: [
      {
        applicant: 0,
        sek: { solar_cells: 8_731, storage: 19_400, charging_point: 3_637 },
        sumSek: 31_768,
      },
      {
        applicant: 1,
        sek: { solar_cells: 8_729, storage: 19_400, charging_point: 3_638 },
        sumSek: 31_767,
      },
    ],
    surplusSek: { solar_cells: 0, storage: 0, charging_point: 0 },
    warnings: [],
    preliminary: true,
  });
});

test('a row costs quantity x price, half an öre up', () => {
  assert.equal(rowTotalOre(2_500, 101), 253, '252.5');
  assert.equal(rowTotalOre(2_500, -101), -252, '-252.5');
  assert.equal(rowTotalOre(333, 100), 33);
  assert.equal(rowTotalOre(999_999_999, 999_999_999), Number(999_999_998_000_000_001n / 1000n));
});

const offers = fc.array(
  fc
    .tuple(
      fc.constantFrom('solar_cells', 'storage', 'charging_point', null),
      fc.nat({ max: 500_000_00 }),
      fc.constantFrom(0, 6, 12, 25),
    )
    .map(([workClass, totalOre, vatPercent]) => rowOf(workClass, totalOre, vatPercent)),
  { maxLength: 6 },
);

test('the pay-out is at most 3/17 of what was paid at 15 %, 1/4 at 20 %, as much at 50 %', () => {
  fc.assert(
    fc.property(offers, fc.constantFrom('2025-06-30', '2025-07-01'), (offer, paidOn) => {
      const bases = basesOre(offer);
      const amounts = amountsByClass(bases, paidOn);
      const [part, whole] = paidOn < '2025-07-01' ? [1, 4] : [3, 17];
      const paidOre = (workClass: WorkClass) => bases[workClass] - 100 * amounts[workClass];
      assert.ok(100 * amounts.solar_cells * whole <= part * paidOre('solar_cells'));
      assert.ok(100 * amounts.storage <= paidOre('storage'));
      assert.ok(100 * amounts.charging_point <= paidOre('charging_point'));
      assert.ok(100 * (amounts.storage + 1) > bases.storage / 2, 'not a whole krona less');
    }),
    { numRuns: 10_000 },
  );
});

test('an invalid date or sum is named in the error', () => {
  assert.throws(() => amountsByClass(BASE, '2020-12-31'), /on 2020-12-31, before 2021-01-01/);
  for (const date of ['2025-7-1', '2025-02-30', 'today', '']) {
    assert.throws(() => amountsByClass(BASE, date), /expected YYYY-MM-DD/, date);
  }
  const rebate = [rowOf('storage', 100), rowOf('storage', -101)];
  assert.throws(
    () => greenDeduction(rebate, '2026-01-01', [], 'all'),
    /storage add up to -1 öre, expected an integer of 0 or more/,
  );
});
