import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatYears } from '../pages/messages/format.ts';
import {
  BATTERY_YEARS,
  cashFlow,
  LOSS_PER_YEAR,
  paybackYears,
  simplePaybackYears,
  YEARS,
} from './cash-flow.ts';

const PLAIN = {
  priceChange: 0,
  interest: 0,
  years: 30,
  inverterSek: 0,
  inverterYear: 0,
  serviceSekPerYear: 0,
  batteryFade: 0,
};

/** Savings of panels in so many years, by the sum of a geometric series. */
const solarSum = (sek: number, years: number) =>
  (sek * (1 - (1 - LOSS_PER_YEAR) ** years)) / LOSS_PER_YEAR;

test('a battery saves during its lifetime and not after it', () => {
  const last = BATTERY_YEARS * 2000;
  const battery = { solarSek: 0, batterySek: 2000 };
  assert.equal(paybackYears(last, battery), BATTERY_YEARS);
  assert.equal(paybackYears(last + 1, battery), null);
});

test('savings fall with the capacity that the battery has left, by the sum of an arithmetic series', () => {
  const outlook = { ...PLAIN, batteryFade: 0.03 };
  const sum = (years: number) => 2000 * (years - (0.03 * years * (years - 1)) / 2);
  const battery = { solarSek: 0, batterySek: 2000 };
  assert.ok(Math.abs(cashFlow(0, battery, outlook)[12] - sum(12)) < 1e-9);
  for (const years of [1, 7, 14]) {
    assert.ok(Math.abs((paybackYears(sum(years), battery, outlook) ?? 0) - years) < 1e-9);
    assert.ok(Math.abs(simplePaybackYears(sum(years), 2000, 0.03) - years) < 1e-9);
  }
  // Without an end: the 16th year has 55 % of the first's savings. All 34 years together save 34 340.
  assert.ok(Math.abs(simplePaybackYears(sum(15) + 550, 2000, 0.03) - 15.5) < 1e-9);
  assert.equal(simplePaybackYears(40_000, 2000, 0.03), Number.POSITIVE_INFINITY);
  assert.equal(simplePaybackYears(60_000, 2000), 30);
});

test('a price of 0 is paid back at once, and no savings never pay back', () => {
  assert.equal(paybackYears(0, { solarSek: 100, batterySek: 0 }), 0);
  assert.equal(paybackYears(0, { solarSek: 0, batterySek: 0 }), null);
  assert.equal(paybackYears(1000, { solarSek: 10, batterySek: -20 }), null);
});

test('for random prices the cash flow is negative before the payback and not after it', () => {
  const sek = (max: number) => fc.integer({ min: 0, max });
  fc.assert(
    fc.property(sek(500_000), sek(30_000), sek(10_000), (costSek, solarSek, batterySek) => {
      const years = paybackYears(costSek, { solarSek, batterySek });
      const left = cashFlow(costSek, { solarSek, batterySek });
      if (years === null) return assert.ok(solarSek + batterySek === 0 || left[YEARS] < 0);
      for (const [year, sek] of left.entries()) assert.equal(sek >= 0, year >= years - 1e-9);
    }),
  );
});

test('rising prices and interest make a geometric series of the savings', () => {
  const [rise, interest] = [0.02, 0.05];
  const step = ((1 - LOSS_PER_YEAR) * (1 + rise)) / (1 + interest);
  const worth = (6000 / (1 + interest)) * ((1 - step ** 30) / (1 - step));
  const outlook = { ...PLAIN, priceChange: rise, interest };
  const left = cashFlow(50_000, { solarSek: 6000, batterySek: 0 }, outlook);
  assert.equal(left.length, 31);
  assert.ok(Math.abs(left[30] - (worth - 50_000)) < 1e-6);
});

test('a new inverter and service are paid at the end of their years', () => {
  const outlook = { ...PLAIN, inverterSek: 15_000, inverterYear: 12, serviceSekPerYear: 500 };
  const bare = cashFlow(0, { solarSek: 6000, batterySek: 0 }, PLAIN);
  const left = cashFlow(0, { solarSek: 6000, batterySek: 0 }, outlook);
  assert.ok(Math.abs(bare[11] - left[11] - 11 * 500) < 1e-6);
  assert.ok(Math.abs(bare[12] - left[12] - 12 * 500 - 15_000) < 1e-6);
});

test('the payback comes after an inverter that still has to be paid', () => {
  const firstYear = { solarSek: 6000, batterySek: 0 };
  const before = paybackYears(60_000, firstYear, PLAIN);
  const after = paybackYears(60_000, firstYear, {
    ...PLAIN,
    inverterSek: 15_000,
    inverterYear: 12,
  });
  assert.ok(before !== null && before > 10 && before < 11);
  const missing = 75_000 - solarSum(6000, 12);
  const wanted = 12 + missing / (6000 * (1 - LOSS_PER_YEAR) ** 12);
  assert.ok(after !== null && Math.abs(after - wanted) < 1e-9, String(after));
  assert.equal(paybackYears(0, firstYear, { ...PLAIN, serviceSekPerYear: 7000 }), null);
});

test('the payback is rounded to whole years in a sentence and to tenths in a table', () => {
  const shown = (place: 'sentence' | 'table') =>
    [0, 6.2, 9.94, 10.49, 10.5, 19.12].map((years) => formatYears(years, 'sv', place));
  assert.deepEqual(shown('sentence'), ['0', '6', '10', '10', '11', '19']);
  assert.deepEqual(shown('table'), ['0,0', '6,2', '9,9', '10,5', '10,5', '19,1']);
});
