import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleFlows } from './battery.ts';
import { billSek, gridExchange, monthlyPeaks } from './bill.ts';
import { MONTH_START } from './simulated-year.ts';
import { shortHouse, shortPrices } from './test/houses.ts';

test('a bill is bought minus sold energy plus the charge on each month’s peak', () => {
  const house = shortHouse([3, 1, 2], [0, 5, 0]);
  house.loadKwh[MONTH_START[6]] = 4;
  const prices = { ...shortPrices([2, 1, 1], [0.5, 0.5, 0.5]), peakChargeSekPerKw: 10 };
  prices.importSekPerKwh[MONTH_START[6]] = 1;
  const flows = idleFlows();
  flows.chargeKwh[1] = 1;
  flows.dischargeKwh[2] = 0.5;
  // 3 x 2 - 3 x 0.5 + 1.5 x 1 + 4 x 1, and peaks of 3 kW in January and 4 kW in July.
  assert.equal(billSek(house, prices, flows), 10 + 70);
  const peaks = monthlyPeaks(gridExchange(house, flows));
  assert.deepEqual([...peaks], [3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0]);
});
