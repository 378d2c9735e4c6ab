import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { evenly } from '../../../schemas/test/evenly.ts';
import { type AllowedFlows, cappedHours } from './battery.ts';
import { marginalCostSegments, PIECES, setLengths } from './marginal-cost-segments.ts';
import { shortHouse, shortPrices } from './test/houses.ts';

const BATTERY = { powerKw: 4, floorKwh: 0, ceilingKwh: 10, efficiency: 0.5 };
const ALL: AllowedFlows = { surplusCharge: true, gridCharge: 'by_price', batteryExport: true };

interface Hour {
  netKwh: number;
  importSek: number;
  exportSek: number;
  capKw?: number;
}

/** Pieces [stored kWh, SEK per stored kWh] of one hour: sell, own, buy. */
function piecesOf(hour: Hour, flows: AllowedFlows, minSpreadSekPerKwh = 0): [number, number][] {
  const house = shortHouse([Math.max(0, hour.netKwh)], [Math.max(0, -hour.netKwh)]);
  const hours = cappedHours(house, BATTERY, flows);
  hours.capKw.fill(hour.capKw ?? Infinity);
  const prices = shortPrices([hour.importSek], [hour.exportSek]);
  const pieces = marginalCostSegments(hours, prices, minSpreadSekPerKwh);
  setLengths(pieces, 0, 1);
  const { lengthKwh, slope } = pieces;
  return Array.from({ length: PIECES }, (_, piece) => [lengthKwh[piece], slope[piece]]);
}

test('segments of a deficit hour: cover it, export more, import above a minimum spread', () => {
  const pieces = piecesOf({ netKwh: 1, importSek: 2, exportSek: 1 }, ALL, 0.4);
  assert.deepEqual(pieces, [
    [6, 0.5],
    [2, 1],
    [2, 4.2],
  ]);
});

const price = evenly(-2, 3);
const anyHour = fc.record({
  netKwh: evenly(-6, 6),
  importSek: price,
  exportSek: price,
  capKw: fc.constantFrom(Infinity, 4),
});

/** Added cost of a stored flow, SEK, straight from the bill. */
function flowSek({ netKwh, importSek, exportSek }: Hour, storedKwh: number): number {
  const bill = (kwh: number) => kwh * (kwh > 0 ? importSek : exportSek);
  const { efficiency } = BATTERY;
  const acKwh = storedKwh > 0 ? storedKwh / efficiency : storedKwh * efficiency;
  return bill(netKwh + acKwh) - bill(netKwh);
}

test('for random prices the segments are a convex lower bound of the cost, exact at both ends', () => {
  fc.assert(
    fc.property(anyHour, (hour) => {
      const pieces = piecesOf(hour, ALL).filter(([kwh]) => kwh > 0);
      let storedKwh = -BATTERY.powerKw / BATTERY.efficiency;
      let sek = flowSek(hour, storedKwh);
      let lastSlope = -Infinity;
      for (const [kwh, slope] of pieces) {
        assert.ok(slope >= lastSlope);
        lastSlope = slope;
        for (const part of [0.25, 0.5, 0.75]) {
          const within = flowSek(hour, storedKwh + part * kwh);
          assert.ok(sek + part * kwh * slope <= within + 1e-9);
        }
        storedKwh += kwh;
        sek += kwh * slope;
        assert.ok(Math.abs(sek - flowSek(hour, storedKwh)) < 1e-9, 'corners are true costs');
      }
    }),
    { seed: 3, numRuns: 500 },
  );
});
