import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paybackYears } from '#engine/economy/cash-flow.ts';
import { isWithinWarranty } from '#engine/economy/suggestion.ts';
import { readState } from '../url-state.ts';
import type { BatteryCell } from '../worker/money-answer.ts';
import {
  computeBatteryPaybacks,
  computeLaterGainSek,
  computePaid,
  computePanelPayback,
  findSoonest,
} from './payback.ts';

const cell = (sizeKwh: number, savesSek: number): BatteryCell => ({
  sizeKwh,
  strategy: 'combined',
  savesSek,
  cyclesPerYear: 300,
  isBestOfSize: true,
});

const alone = { paid_on: '2026-11-22', adults: 1, panelSek: 0 };

const answer = (...cells: BatteryCell[]) => ({ costSek: 20_000, sunSek: 6000, cells });

test('payback before and after the deduction, by hand; a battery counts for 15 years', () => {
  // 97 % of 80 000 is 77 600, of which half is 38 800. Of 140 000 one owner gets no more than 50 000.
  const costOf = (size: number) => 20_000 + 6000 * size;
  const found = computeBatteryPaybacks(answer(cell(10, 4000), cell(20, 5000)), costOf, alone);
  assert.deepEqual(
    found.map(({ priceSek, netSek, paybackYearsWithoutDeduction, paybackYears }) => [
      priceSek,
      priceSek - netSek,
      paybackYearsWithoutDeduction,
      paybackYears,
    ]),
    [
      [80_000, 38_800, null, 10.3],
      [140_000, 50_000, null, null],
    ],
  );
  assert.equal(findSoonest(found)?.cell.sizeKwh, 10);
  assert.ok(!isWithinWarranty(found[0]));
});

test("panels and battery of one year share the deduction's cap: the battery gets what the panels leave", () => {
  // 15 % of 97 % of 140 000 is 20 370. Half of 97 % of 80 000 would be 38 800.
  const payment = { ...alone, panelSek: 140_000 };
  const { priceSek, netSek } = computePanelPayback(answer(), payment);
  assert.deepEqual([priceSek, priceSek - netSek], [140_000, 20_370]);
  const [one] = computeBatteryPaybacks(answer(cell(10, 4000)), () => 80_000, payment);
  const [two] = computeBatteryPaybacks(answer(cell(10, 4000)), () => 80_000, {
    ...payment,
    adults: 2,
  });
  assert.deepEqual(
    [one, two].map(({ priceSek, netSek }) => priceSek - netSek),
    [50_000 - 20_370, 38_800],
  );
});

test('a battery of another year than the panels has a cap of its own', () => {
  const state = readState('', 'en');
  // 20 370 for the panels and 36 375 for 75 000 SEK of battery are 6 745 above 50 000.
  assert.deepEqual(
    [5, 10].map((size) => computeLaterGainSek(state, size)),
    [0, 6745],
  );
  assert.equal(computeLaterGainSek({ ...state, owners: 2 }, 10), 0);
});

test('the years after the first are those of the link: a battery has no inverter and no service', () => {
  const paid = (query: string) =>
    computePaid(readState(`?${query}`, 'en'), answer(cell(10, 6000)), false);
  const { panels, batteries } = paid('rise=4&rate=5&life=40&inv=15000&invyear=3&service=1000');
  const outlook = {
    ...{ priceChange: 0.04, interest: 0.05, years: 40 },
    ...{ inverterSek: 15_000, inverterYear: 3, serviceSekPerYear: 1000, batteryFade: 0 },
  };
  const firstYear = { solarSek: 6000, batterySek: 0 };
  const years = paybackYears(140_000 - 20_370, firstYear, outlook);
  assert.ok(years);
  assert.deepEqual([panels?.paybackYears, panels?.lifeYears], [years, 40]);
  const [battery] = paid('rise=4&rate=5&life=40&inv=0').batteries;
  assert.ok(battery.paybackYears);
  assert.equal(batteries[0].paybackYears, battery.paybackYears);
});

test('without a payback no battery is the first to pay back', () => {
  const found = computeBatteryPaybacks(answer(cell(10, -3), cell(15, 1)), () => 60_000, alone);
  assert.equal(findSoonest(found), null);
  assert.equal(findSoonest([]), null);
});
