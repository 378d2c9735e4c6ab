import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TEMPERATURE, type PricesArtifact } from '../../schemas/codec/prices-artifact.ts';
import { testPrices, testPricesWithHours } from '../../service/api/simulation/test/prices.ts';
import { pricesComparisonText } from './compare-prices.ts';

function compared(change: (prices: PricesArtifact) => void): string {
  const changed = testPrices();
  change(changed);
  return pricesComparisonText(
    { path: 'a.bin', prices: testPrices() },
    { path: 'b.bin', prices: changed },
  );
}

test('the same prices are said to be', () => {
  const text = compared(() => {});
  assert.match(text, /^A: a\.bin, dataset 9\.8\.7, prices of 2025, 210 cells\nB: b\.bin/);
  assert.equal(text.match(/SE\d {2}the same/g)?.length, 4);
  assert.match(
    text,
    /210 cells in both; only in A none; only in B none\n {2}No temperature differs\./,
  );
  assert.match(text, /Their headers are the same\.$/);
});

test('changes are reported with their place', () => {
  const text = compared((prices) => {
    prices.spot_profile[(2 * 12 + 6) * 24 + 17] += 0.25;
    prices.temperature[17 * 12 + 3] -= 12;
    prices.temperature.fill(NO_TEMPERATURE, 20 * 12, 21 * 12);
    prices.header.household.uses.hot_water.heater_kw.value = 3;
  });
  assert.match(
    text,
    /SE3 {2}differ by 0\.0000 in the median and at most 0\.2500 \(Jul 17:00: 0\.5900 -> 0\.8400\)/,
  );
  assert.match(
    text,
    /at most 1\.2 \(56 N 14 E in Apr: 8\.5 -> 7\.3\)\. Cells known in only one: 1\./,
  );
  assert.match(text, /household\.uses\.hot_water\.heater_kw\.value: 1\.5 -> 3$/);
});

test('hours that changed are counted, with the spread of days and the hours below zero', () => {
  const compareHours = (a: PricesArtifact, b: PricesArtifact) =>
    pricesComparisonText({ path: 'a.bin', prices: a }, { path: 'b.bin', prices: b });
  const changed = testPricesWithHours();
  const hours = changed.spot_hours ?? assert.fail('no hours');
  // 3 February, 17:00 in SE3.
  hours[2 * 8760 + 33 * 24 + 17] -= 1.825;
  const text = compareHours(testPricesWithHours(), changed);
  assert.equal(text.match(/ {2}SE\d {2}the same/g)?.length, 4 + 3);
  assert.match(
    text,
    /SE3 {2}1 of 8760 differ by 0\.0000 in the median and at most 1\.8250 \(3 Feb 17:00: 0\.4900 -> -1\.3350\); mean spread of a day 0\.\d+ -> 0\.\d+, hours below zero 30 -> 31/,
  );
  assert.match(compareHours(testPrices(), changed), /Hours of the year: only B has them\./);
  assert.match(compareHours(testPrices(), testPrices()), /Hours of the year: neither has any\./);
});

test('price lists that are new, gone or changed are reported by id', () => {
  const text = compared(({ header }) => {
    const lists = header.grid_tariffs?.lists ?? assert.fail();
    const göteborg = lists.find(({ id }) => id === 'goteborg-gnm63-2026') ?? assert.fail();
    göteborg.fixed_sek_per_year = { '16': 2460, '20': 2500, '25': 2460 };
    lists[0].id = 'new-2026';
  });
  assert.match(
    text,
    /Grid tariffs: 60 price lists in A, 60 in B; only in A affarsverken-2025; only in B new-2026\n {2}goteborg-gnm63-2026 fixed_sek_per_year\.20: 2460 -> 2500\n/,
  );
  assert.match(text, /Their headers are the same\.$/);
});
