import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnergyCharts } from './energy-charts.ts';
import { priceFile } from './prices.test-kit.ts';

/** The hours around the switch to quarter hours, 2025-10-01 00:00 in Sweden. */
const ANSWER = {
  license_info: 'private and internal use only',
  unix_seconds: [1759262400, 1759266000, 1759269600, 1759270500, 1759271400, 1759272300],
  price: [40.5, null, 12.71, 10.85, null, -3],
  unit: 'EUR / MWh',
  deprecated: false,
};

function read(answer: object, name = 'price_SE3_2025.json') {
  return readEnergyCharts(priceFile(name, JSON.stringify(answer)));
}

test('hours and quarter hours are read in EUR/MWh, null prices left out', () => {
  const prices = read(ANSWER);
  assert.deepEqual(
    prices.map(({ startMs, minutes, price }) => [new Date(startMs).toISOString(), minutes, price]),
    [
      ['2025-09-30T20:00:00.000Z', 60, 40.5],
      ['2025-09-30T22:00:00.000Z', 15, 12.71],
      ['2025-09-30T22:15:00.000Z', 15, 10.85],
      ['2025-09-30T22:45:00.000Z', 15, -3],
    ],
  );
  assert.ok(prices.every(({ area, unit }) => area === 'SE3' && unit === 'eur_per_mwh'));
  assert.equal(prices[1].where, 'price_SE3_2025.json, entry [2]');
});

test('the price area comes from the file name, which must tell exactly one', () => {
  assert.equal(read(ANSWER, 'se1.json')[0].area, 'SE1');
  assert.throws(() => read(ANSWER, 'prices.json'), /^Error: prices\.json: .*no price area/);
  assert.throws(() => read(ANSWER, 'base1.json'), /no price area/);
  assert.throws(() => read(ANSWER, 'SE12.json'), /no price area/);
  assert.throws(() => read(ANSWER, 'SE1-SE2.json'), /the name tells SE1 and SE2, expected one of/);
});

test('another unit, lists of unequal length and malformed values are refused', () => {
  assert.throws(
    () => read({ ...ANSWER, unit: 'ct/kWh' }),
    /price_SE3_2025\.json: "unit" is "ct\/kWh", expected "EUR \/ MWh"/,
  );
  assert.throws(
    () => read({ ...ANSWER, price: [1] }),
    /"price" has 1 value, expected 6 as in "unix_seconds"/,
  );
  assert.throws(
    () => read({ ...ANSWER, price: [1, 2, 'x', 4, 5, 6] }),
    /price_SE3_2025\.json: "price\[2\]" is "x"/,
  );
  assert.throws(() => read({ detail: 'no data' }), /"unix_seconds" is missing/);
});
