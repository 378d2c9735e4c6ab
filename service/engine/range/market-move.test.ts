import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dailySpreads } from '#clock/daily-spread.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { generatedSpot, retailPrices } from '../battery/test/houses.ts';
import { sum } from '../statistics.ts';
import { movePrices, ownMarketPart } from './market-move.ts';

const SPOT = generatedSpot(5);
const PRICES = retailPrices(SPOT, 60);
const MARKET = { importSekPerKwh: SPOT.map((sek) => 1.25 * sek), exportSekPerKwh: SPOT };

function assertEqual(found: Float64Array, wanted: Float64Array): void {
  for (let t = 0; t < HOURS; t++) assert.ok(Math.abs(found[t] - wanted[t]) < 1e-12, String(t));
}

test('scaled spot prices give retail prices with unchanged taxes and fees', () => {
  const moved = movePrices(PRICES, MARKET, 1.7, 1.7);
  const wanted = retailPrices(
    SPOT.map((sek) => 1.7 * sek),
    60,
  );
  assertEqual(moved.importSekPerKwh, wanted.importSekPerKwh);
  assertEqual(moved.exportSekPerKwh, wanted.exportSekPerKwh);
  assert.equal(moved.power, PRICES.power);
});

test('days with a scaled spread keep their means', () => {
  const moved = movePrices(PRICES, MARKET, 1, 1.3);
  const [before, after] = [PRICES, moved].map(({ exportSekPerKwh }) => exportSekPerKwh);
  dailySpreads(after).forEach((spread, day) => {
    assert.ok(Math.abs(spread - 1.3 * dailySpreads(before)[day]) < 1e-9);
  });
  assert.ok(Math.abs(sum(after) - sum(before)) < 1e-6);
});

test('a custom fixed price moves with the mean of the market and has no spread', () => {
  const own = new Float64Array(HOURS).fill(1.5);
  const part = ownMarketPart(own, 0.5);
  const market = { importSekPerKwh: part, exportSekPerKwh: part };
  const prices = { ...PRICES, importSekPerKwh: own, exportSekPerKwh: own };
  const { importSekPerKwh } = movePrices(prices, market, 2, 3);
  assertEqual(importSekPerKwh, new Float64Array(HOURS).fill(2));
});

test("a custom price below the market's mean scales as a whole, and not at all below 0", () => {
  for (const sek of [0.2, 0, -0.1]) {
    const own = new Float64Array(HOURS).fill(sek);
    const market = { importSekPerKwh: ownMarketPart(own, 0.5), exportSekPerKwh: own };
    const { importSekPerKwh } = movePrices({ ...PRICES, importSekPerKwh: own }, market, 0.5, 1);
    assertEqual(importSekPerKwh, new Float64Array(HOURS).fill(sek > 0 ? sek / 2 : sek));
  }
});
