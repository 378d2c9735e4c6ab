/** A meter's import and export in the place of load and PV: the battery behind it saves the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulated } from '../../api/simulation/test/answers.ts';
import { STRATEGIES } from './strategy.ts';
import { generatedSpot, heatPumpHouse, retailPrices } from './test/houses.ts';

function yearOf(loadKwh: Float64Array, pvKwh: Float64Array, prices: object, battery: object) {
  const consumption = { hourly_kwh: Array.from(loadKwh) };
  const pv = { hourly_kwh: Array.from(pvKwh) };
  return simulated({ consumption, pv, prices, battery }, null).yearly;
}

test('to the öre, with every strategy, with and without a power charge', () => {
  for (const [seed, peakCharge] of [
    [1, 0],
    [2, 80],
  ]) {
    const { loadKwh, pvKwh } = heatPumpHouse(seed);
    const boughtKwh = loadKwh.map((kwh, t) => Math.max(0, kwh - pvKwh[t]));
    const soldKwh = pvKwh.map((kwh, t) => Math.max(0, kwh - loadKwh[t]));
    const retail = retailPrices(generatedSpot(seed));
    const prices = {
      import_sek_per_kwh: Array.from(retail.importSekPerKwh),
      export_sek_per_kwh: Array.from(retail.exportSekPerKwh),
      peak_charge_sek_per_kw_month: peakCharge,
    };
    for (const strategy of STRATEGIES) {
      const battery = { capacity_kwh: 10, strategy };
      const house = yearOf(loadKwh, pvKwh, prices, battery);
      const meter = yearOf(boughtKwh, soldKwh, prices, battery);
      const what = `${strategy} at ${peakCharge} SEK/kW`;
      assert.ok(house.battery.savings_sek > 0, what);
      assert.equal(meter.battery.savings_sek, house.battery.savings_sek, what);
      assert.equal(meter.cost_with_system_sek, house.cost_with_system_sek, what);
      assert.equal(meter.imported_kwh, house.imported_kwh, what);
      assert.equal(meter.exported_kwh, house.exported_kwh, what);
    }
  }
});
