import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AS_TODAY, paybackYears } from '../cash-flow.ts';
import { paybackRange } from './payback-range.ts';

const SUMS = { p90: 0, p50: 0, p10: 0 };
const RANGE = {
  middle: { solarSek: 6000, batterySek: 2000 },
  drivers: [],
  savingsSek: SUMS,
  batterySavingsSek: SUMS,
  longRunMeanSek: { p90: 4000, p50: 8000, p10: 12_000 },
};

test('the middle pays back like an offer, and low savings pay back later', () => {
  const { years, netPresentSek } = paybackRange(RANGE, 0, 60_000, AS_TODAY);
  assert.equal(years.p50, paybackYears(60_000, { solarSek: 6000, batterySek: 2000 }));
  assert.ok(years.p10 !== null && years.p50 !== null && years.p90 !== null);
  assert.ok(years.p10 < years.p50 && years.p50 < years.p90);
  assert.ok(netPresentSek.p90 < netPresentSek.p50 && netPresentSek.p50 < netPresentSek.p10);
});

test('savings that do not reach the price within the lifetime have no payback', () => {
  const { years, netPresentSek } = paybackRange(RANGE, 0, 100_000, { ...AS_TODAY, years: 5 });
  assert.deepEqual(years, { p90: null, p50: null, p10: null });
  assert.ok(netPresentSek.p10 < 0);
});

test('the income of a battery program counts as savings of the battery', () => {
  const paid = paybackRange(RANGE, 1000, 60_000, AS_TODAY);
  assert.equal(paid.years.p50, paybackYears(60_000, { solarSek: 6000, batterySek: 3000 }));
});
