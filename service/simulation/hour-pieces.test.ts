import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AllowedFlows } from './allowed-flows.ts';
import { cappedHours } from './capped-hours.ts';
import { hourPieces, PIECES } from './hour-pieces.ts';
import { shortHouse, shortPrices } from './test-houses.ts';

const BATTERY = { powerKw: 4, floorKwh: 0, ceilingKwh: 10, efficiency: 0.5 };
const ALL: AllowedFlows = { surplusCharge: true, gridCharge: 'by_price', batteryExport: true };

interface Hour {
  netKwh: number;
  importSek: number;
  exportSek: number;
  capKw?: number;
}

/** Pieces [stored kWh, SEK per stored kWh] of one hour: sell, own, buy. */
function piecesOf(hour: Hour, flows: AllowedFlows, hurdleSekPerKwh = 0): [number, number][] {
  const house = shortHouse([Math.max(0, hour.netKwh)], [Math.max(0, -hour.netKwh)]);
  const hours = cappedHours(house, BATTERY, flows);
  hours.capKw.fill(hour.capKw ?? Infinity);
  const prices = shortPrices([hour.importSek], [hour.exportSek]);
  const { lengthKwh, slope } = hourPieces(hours, prices, hurdleSekPerKwh);
  return Array.from({ length: PIECES }, (_, piece) => [lengthKwh[piece], slope[piece]]);
}

test('a deficit can be covered, more can be sold, and energy bought over a hurdle', () => {
  const pieces = piecesOf({ netKwh: 1, importSek: 2, exportSek: 1 }, ALL, 0.4);
  assert.deepEqual(pieces, [
    [6, 0.5],
    [2, 1],
    [2, 4.2],
  ]);
});

test('a surplus is stored for what it would be sold for, and the rest of the power bought', () => {
  const pieces = piecesOf({ netKwh: -1, importSek: 2, exportSek: 1 }, ALL);
  assert.deepEqual(pieces, [
    [8, 0.5],
    [0.5, 2],
    [1.5, 4],
  ]);
});

test('flows that are not allowed have no length', () => {
  const own: AllowedFlows = { surplusCharge: true, gridCharge: 'never', batteryExport: false };
  const lengths = (hour: Hour, flows: AllowedFlows) => piecesOf(hour, flows).map(([kwh]) => kwh);
  assert.deepEqual(lengths({ netKwh: 1, importSek: 2, exportSek: 1 }, own), [0, 2, 0]);
  assert.deepEqual(lengths({ netKwh: -1, importSek: 2, exportSek: 1 }, own), [0, 0.5, 0]);
  const arbitrage: AllowedFlows = { ...ALL, surplusCharge: false };
  assert.deepEqual(lengths({ netKwh: -1, importSek: 2, exportSek: 1 }, arbitrage), [8, 0, 0]);
});

test('an export price above the import price is planned as the import price', () => {
  const [[, sell], [, cover]] = piecesOf({ netKwh: 1, importSek: 1, exportSek: 3 }, ALL);
  assert.deepEqual([sell, cover], [0.5, 0.5]);
});

test('a cap limits the charge, and a load above it forces the battery out', () => {
  const lengths = (hour: Hour) => piecesOf(hour, ALL).map(([kwh]) => kwh);
  assert.deepEqual(lengths({ netKwh: 1, importSek: 2, exportSek: 1, capKw: 2 }), [6, 2, 0.5]);
  assert.deepEqual(lengths({ netKwh: -1, importSek: 2, exportSek: 1, capKw: 2 }), [8, 0.5, 1]);
  assert.deepEqual(lengths({ netKwh: 3, importSek: 2, exportSek: 1, capKw: 2 }), [2, 4, 0]);
});

test('below 0 the price drops the discharge that a charge would reward', () => {
  const lengths = (hour: Hour) => piecesOf(hour, ALL).map(([kwh]) => kwh);
  const negativeExport = { importSek: 1, exportSek: -0.5 };
  assert.deepEqual(lengths({ netKwh: -1, ...negativeExport }), [0, 0.5, 1.5]);
  assert.deepEqual(lengths({ netKwh: 1, ...negativeExport }), [6, 2, 2]);
  assert.deepEqual(lengths({ netKwh: 1, importSek: -1, exportSek: -1 }), [0, 0, 2]);
  assert.deepEqual(lengths({ netKwh: 3, importSek: -1, exportSek: -1, capKw: 2 }), [2, 4, 0]);
});
