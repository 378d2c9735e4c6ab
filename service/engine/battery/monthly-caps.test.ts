import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import { gridExchange, monthlyPeaks } from './accounting.ts';
import { type AllowedFlows, allowedFlows, cappedHours } from './battery.ts';
import { type AcFlows, type House, idleFlows } from './house.ts';
import { minCaps, shavePeaks } from './monthly-caps.ts';
import {
  heatPumpHouse,
  plainOptions,
  retailPrices,
  shortHouse,
  testBattery,
} from './test/houses.ts';

const FLOWS: AllowedFlows = allowedFlows(
  'peak_shaving',
  retailPrices(new Float64Array(HOURS)),
  plainOptions('peak_shaving'),
);

function peaksOf(house: House, flows: AcFlows): Float64Array {
  return monthlyPeaks(gridExchange(house, flows));
}

test('a hand-worked year charges for the peak, holds the cap and self-consumes above its reserve', () => {
  const battery = { powerKw: 4, floorKwh: 0, ceilingKwh: 4, efficiency: 1 };
  const house = shortHouse([1, 0, 1, 6, 1], [0, 3, 0, 0, 3]);
  const hours = cappedHours(house, battery, FLOWS);
  hours.capKw.fill(3);
  const { chargeKwh, dischargeKwh } = shavePeaks(hours);
  // The need is 3 kWh before the peak, 1 before hour 2 (which may buy 2), none before the surplus of hour 1.
  // So: nothing to spare. Store 3. Nothing to spare. All 3 out. Store 2.
  assert.deepEqual([...chargeKwh.subarray(0, 5)], [0, 3, 0, 0, 2]);
  assert.deepEqual([...dischargeKwh.subarray(0, 5)], [0, 0, 0, 3, 0]);
});

test('a deficit below the cap uses energy above the reserve, and a missing reserve is imported up to the cap', () => {
  const battery = { powerKw: 4, floorKwh: 0, ceilingKwh: 4, efficiency: 1 };
  const lack = cappedHours(shortHouse([1, 1, 6], []), battery, FLOWS);
  lack.capKw.fill(3);
  assert.deepEqual([...shavePeaks(lack).chargeKwh.subarray(0, 3)], [1, 2, 0]);
  const spare = cappedHours(shortHouse([0, 3, 5], [4, 0, 0]), battery, FLOWS);
  spare.capKw.fill(3);
  // Full after hour 0. The 2 kWh that hour 2 must have are stored, the other 2 cover hour 1.
  assert.deepEqual([...shavePeaks(spare).dischargeKwh.subarray(0, 3)], [0, 2, 2]);
});

test('each monthly cap is the least feasible peak, or the target where that is higher', () => {
  const house = heatPumpHouse(4);
  for (const battery of [testBattery(5, 2.5), testBattery(10, 5), testBattery(20, 3, 0.7)]) {
    for (const targetKw of [0.01, 3]) {
      const hours = cappedHours(house, battery, FLOWS);
      const minKw = minCaps(hours, targetKw);
      const peaksKw = peaksOf(house, shavePeaks(hours));
      const ownKw = peaksOf(house, idleFlows());
      for (let month = 0; month < 12; month++) {
        const capKw = hours.capKw[MONTH_START[month]];
        assert.ok(Math.abs(capKw - Math.max(targetKw, minKw[month])) < 1e-6);
        assert.ok(peaksKw[month] <= Math.max(targetKw, minKw[month]) + 1e-6);
        assert.ok(minKw[month] < ownKw[month] - 0.5);
      }
    }
  }
});
