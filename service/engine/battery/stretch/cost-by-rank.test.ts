import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#common/seeded-random.ts';
import { HOURS } from '../../../../schemas/codec/axes.ts';
import { allowedFlows } from '../battery.ts';
import { PLAIN_SHAPE } from '../cap-shape.ts';
import { capHours, cappedHours } from '../capped-hours.ts';
import { type HourPieces, hourPieces, setLengths } from '../hour-pieces.ts';
import { leastLevel } from '../least-peak.ts';
import { plainWishes, testBattery } from '../test/houses.ts';
import { costByRank, valueByKnownRank } from './cost-by-rank.ts';
import { forgetRanks } from './ranked-segments.ts';
import { stretchCost, valueAfter } from './stretch-cost.ts';

const [from, to] = [1416, 2256];
const random = seededRandom(5);
const noise = (low: number, high: number) =>
  Float64Array.from({ length: HOURS }, () => low + (high - low) * random());
const house = { loadKwh: noise(0, 6), pvKwh: noise(0, 8) };
/** Dear to buy, cheap to sell: every hour's slopes ascend. */
const priced = (importSekPerKwh: Float64Array) => ({
  importSekPerKwh,
  exportSekPerKwh: importSekPerKwh.map((sek) => sek / 2),
  monthlyFeeSek: 0,
  power: [],
});
const PRICES = {
  noise: priced(noise(0, 3)),
  // Ten prices in all: most segments meet one of their own slope.
  steps: priced(noise(0, 10).map(Math.floor)),
  // Slopes out of order are pooled, and move with the caps.
  wild: { ...priced(noise(-3, 3)), exportSekPerKwh: noise(-3, 3) },
};
const all = plainWishes('combined');
const GOALS = {
  arbitrage: all,
  forced: { ...all, priority: ['peak_shaving', 'self_consumption'] as const },
};
const BATTERIES = [
  testBattery(5, 5),
  testBattery(100, 3, 0.9),
  testBattery(1000, 60, 0.087),
  testBattery(1000, 2, 0.9),
];

/** Sets the stretch's caps so far above the least that the store can hold. */
function capAbove(pieces: HourPieces, levelKwh: number, aboveKw: number): void {
  const { hours } = pieces;
  const stretch = { from, to };
  const { floorKwh } = hours.battery;
  const leastKw = leastLevel(hours, PLAIN_SHAPE, stretch, levelKwh, floorKwh);
  capHours(hours, PLAIN_SHAPE, stretch, leastKw + aboveKw);
  setLengths(pieces, from, to);
}

for (const [kind, prices] of Object.entries(PRICES)) {
  for (const [goal, wishes] of Object.entries(GOALS)) {
    test(`by rank a stretch costs what it costs in order, to the last bit: ${kind}, ${goal}`, () => {
      for (const battery of BATTERIES) {
        const { floorKwh, ceilingKwh } = battery;
        const flows = allowedFlows('combined', { ...prices, power: [] }, wishes);
        const gridCharge = goal === 'forced' ? 'when_forced' : 'by_price';
        const hours = cappedHours(house, battery, { ...flows, gridCharge });
        const pieces = hourPieces(hours, prices, 0.1);
        // The price of what only caps make it buy is above all others.
        assert.equal(pieces.outOfOrder.includes(1), kind === 'wild' && goal === 'arbitrage');
        for (const buySek of [Infinity, 1.2]) {
          const ranked = costByRank(pieces, from, to, buySek);
          for (const share of [0, 0.4, 1]) {
            const levelKwh = floorKwh + share * (ceilingKwh - floorKwh);
            for (const aboveKw of [0, 0.7, 5, Infinity]) {
              capAbove(pieces, levelKwh, aboveKw);
              for (const sellSek of [0, 0.8]) {
                // A first call without known ranks keeps its segments in order.
                forgetRanks(from);
                const ordered = stretchCost(pieces, from, to, buySek)(levelKwh, sellSek);
                assert.equal(ranked(levelKwh, sellSek), ordered, `${battery.ceilingKwh} kWh`);
              }
            }
          }
        }
      }
    });
  }
}

test('by rank the value of each level after a stretch, or after its beginning, is the same to the last bit', () => {
  for (const prices of Object.values(PRICES)) {
    for (const battery of BATTERIES) {
      const hours = cappedHours(house, battery, allowedFlows('combined', prices, all));
      const pieces = hourPieces(hours, prices, 0);
      capAbove(pieces, battery.floorKwh, 1);
      for (const end of [to, to - 96]) {
        forgetRanks(from);
        const ordered = valueAfter(pieces, from, end, battery.floorKwh);
        costByRank(pieces, from, to, Infinity);
        assert.deepEqual(valueByKnownRank(pieces, from, end, battery.floorKwh), ordered);
      }
      // Those of another price of bought energy are none.
      costByRank(pieces, from, to, 7);
      assert.equal(valueByKnownRank(pieces, from, to, battery.floorKwh), null);
    }
  }
});

test('a store of many segments costs the same when it is looked at again', () => {
  const battery = testBattery(1000, 60, 0.087);
  const { floorKwh } = battery;
  for (const goal of Object.values(GOALS)) {
    const hours = cappedHours(house, battery, allowedFlows('combined', PRICES.noise, goal));
    const cheaper = { ...PRICES.noise, exportSekPerKwh: noise(-1, 4) };
    for (const prices of [PRICES.noise, cheaper]) {
      const pieces = hourPieces(hours, prices, 0);
      const cost = stretchCost(pieces, from, to, Infinity);
      for (const aboveKw of [0, 1, 3, Infinity]) {
        capAbove(pieces, floorKwh, aboveKw);
        forgetRanks(from);
        const once = stretchCost(pieces, from, to, Infinity)(floorKwh, 0);
        assert.equal(cost(floorKwh, 0), once, `${aboveKw}`);
      }
    }
  }
});
