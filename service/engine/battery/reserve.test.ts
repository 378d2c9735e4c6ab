import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulated } from '../../api/simulation/test/answers.ts';
import { heatPumpBody, twoPeakPrices } from '../../api/simulation/test/requests.ts';

const PRICES = { import_sek_per_kwh: twoPeakPrices(0.8, 1.4, 2.6), export_sek_per_kwh: 0.4 };

/** The battery's year with a reserve, in the words of the API. */
function year(reserve_share: number | number[], strategy = 'combined') {
  const battery = { capacity_kwh: 10, strategy, reserve_share };
  return simulated(heatPumpBody({ prices: PRICES, battery })).yearly.battery;
}

/** The reserve from November to March, and another one in summer. */
const winter = (share: number, summer = 0) =>
  Array.from({ length: 12 }, (_, month) => (month < 3 || month > 9 ? share : summer));

for (const strategy of ['self_consumption', 'combined']) {
  test(`a larger reserve never costs less, and none costs nothing: ${strategy}`, () => {
    const shares = [0, 0.1, 0.3, 0.6, 0.9];
    const costs = shares.map((share) => year(share, strategy).reserve_cost_sek);
    // A battery always keeps a tenth.
    assert.deepEqual(costs.slice(0, 2), [0, 0]);
    assert.deepEqual(
      costs,
      costs.toSorted((a, b) => a - b),
    );
    assert.ok(costs[2] > 0);
  });

  test(`the cost is what the battery saves less: ${strategy}`, () => {
    const [none, some] = [year(0, strategy), year(0.4, strategy)];
    const lessSek = none.savings_sek - some.savings_sek;
    assert.ok(Math.abs(some.reserve_cost_sek - lessSek) < 0.011, `${lessSek}`);
  });

  test(`a reserve by month is the constant one where all are equal, and costs less in the winter only: ${strategy}`, () => {
    const constant = year(0.5, strategy);
    assert.deepEqual(year(winter(0.5, 0.5), strategy), constant);
    const some = year(winter(0.5), strategy);
    assert.ok(some.reserve_cost_sek > 0 && some.reserve_cost_sek < constant.reserve_cost_sek);
    const summer = year(winter(0, 0.5), strategy);
    const sumSek = some.reserve_cost_sek + summer.reserve_cost_sek;
    // Each of the two fills 4 kWh once, which would have been used at 2.6 SEK at most.
    assert.ok(Math.abs(sumSek - constant.reserve_cost_sek) < 2 * 4 * 2.6, `${sumSek}`);
  });
}

test('a reserve of half of a battery leaves the savings of a smaller one that starts full', () => {
  const battery = { capacity_kwh: 10, power_kw: 4, soc_min: 0.5, strategy: 'combined' };
  const bare = simulated(heatPumpBody({ prices: PRICES, battery })).yearly.battery;
  const kept = simulated(
    heatPumpBody({ prices: PRICES, battery: { ...battery, soc_min: 0.1, reserve_share: 0.5 } }),
  ).yearly.battery;
  assert.equal(kept.savings_sek, bare.savings_sek);
});
