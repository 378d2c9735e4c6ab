import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AllowedFlows } from './allowed-flows.ts';
import { cappedHours } from './capped-hours.ts';
import { fillNeed } from './need-profile.ts';
import { shortHouse } from './test/houses.ts';

const BATTERY = { powerKw: 3, floorKwh: 1, ceilingKwh: 9, efficiency: 0.5 };
const HOUSE = shortHouse([1, 0, 4, 5], [0, 2, 0, 0]);

/** Need at the start of each of the house's four hours under a cap of 3 kW. */
function need(flows: AllowedFlows): number[] {
  const hours = cappedHours(HOUSE, BATTERY, flows);
  hours.capKw.fill(3);
  const needKwh = new Float64Array(hours.netKwh.length + 1).fill(BATTERY.floorKwh);
  const first = fillNeed(hours, 0, 4, needKwh);
  return first === Infinity ? [] : [...needKwh.subarray(0, 4)];
}

test('the need is what later peaks take out, less what can be charged before them', () => {
  // Hour 3 lets out 2 kWh AC, 4 stored; hour 2 another 2 stored; hours 1 and 0 may charge 3 and 2 kWh AC.
  const flows = { surplusCharge: true, gridCharge: 'by_price', batteryExport: true } as const;
  assert.deepEqual(need(flows), [4.5, 5.5, 7, 5]);
});

test('the need is greater without grid charging and without surplus charging', () => {
  const fromPv = { surplusCharge: true, gridCharge: 'never', batteryExport: false } as const;
  assert.deepEqual(need(fromPv), [6, 6, 7, 5]);
  const fromGrid = { surplusCharge: false, gridCharge: 'by_price', batteryExport: true } as const;
  assert.deepEqual(need(fromGrid), [6, 7, 7, 5]);
});

test('no level suffices for a peak beyond the power or the store', () => {
  const flows = { surplusCharge: true, gridCharge: 'by_price', batteryExport: true } as const;
  const beyond = (loadKwh: number[]) => {
    const hours = cappedHours(shortHouse(loadKwh, []), BATTERY, flows);
    hours.capKw.fill(1);
    const needKwh = new Float64Array(hours.netKwh.length + 1).fill(BATTERY.floorKwh);
    return fillNeed(hours, 0, loadKwh.length, needKwh);
  };
  assert.equal(beyond([4.5]), Infinity);
  assert.equal(beyond([4, 4]), Infinity);
  assert.equal(beyond([4]), 7);
});
