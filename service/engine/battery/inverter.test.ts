import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HomeBattery, privateBattery, USUAL_BATTERY } from './battery.ts';
import { behindInverter } from './inverter.ts';
import { simulateHouse } from './simulate-house.ts';
import { generatedSpot, heatPumpHouse, retailPrices } from './test/houses.ts';
import { solveHybridYear } from './test/hybrid-programme.ts';

const HOUSE = heatPumpHouse(4);
const PRICES = retailPrices(generatedSpot(3).map((sek) => Math.max(0, sek)));
const BATTERY: HomeBattery = {
  ...USUAL_BATTERY,
  capacityKwh: 10,
  powerKw: 5,
  strategy: 'combined',
  minSpreadSekPerKwh: 0,
};

for (const inverterKw of [5, 4]) {
  test(`a battery behind an inverter of ${inverterKw} kW saves what the hybrid's linear programme does`, () => {
    const [dc, ac] = (['dc', 'ac'] as const).map((coupling) =>
      simulateHouse({
        house: behindInverter(HOUSE, inverterKw, coupling),
        prices: PRICES,
        battery: BATTERY,
        program: null,
      }),
    );
    const battery = privateBattery(10, 5, BATTERY, null);
    const leastSek = solveHybridYear(HOUSE, PRICES, battery, inverterKw);
    const share = dc.battery.savingsSek / (dc.pvOnly.yearCostSek - leastSek);
    assert.ok(share >= 0.95 && share <= 1.005, String(share));
    assert.ok(Math.abs(dc.pvOnly.yearCostSek - ac.pvOnly.yearCostSek) < 1e-6, 'without a battery');
    assert.ok(dc.battery.savingsSek > ac.battery.savingsSek);
  });
}
