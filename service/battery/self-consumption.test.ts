import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selfConsumption } from './self-consumption.ts';
import { shortHouse } from './test/houses.ts';

test('self-consumption stores each surplus and covers each deficit as far as power and store allow', () => {
  const battery = { powerKw: 3, floorKwh: 1, ceilingKwh: 4, efficiency: 0.5 };
  const house = shortHouse([0, 0, 0, 0.5, 2], [4, 2, 2, 0, 0]);
  const { chargeKwh, dischargeKwh } = selfConsumption(house, battery);
  // 3 kW limit: 1.5 stored; then 1; then room for 0.5, which takes 1 kWh AC; then 3 stored give 1.5 AC.
  assert.deepEqual([...chargeKwh.subarray(0, 6)], [3, 2, 1, 0, 0, 0]);
  assert.deepEqual([...dischargeKwh.subarray(0, 6)], [0, 0, 0, 0.5, 1, 0]);
});
