import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { sum } from '../statistics.ts';
import { billComponent, type PowerComponent, plainPower } from '../tariff/power-component.ts';
import { accountYear, billSek, gridExchange, monthlyPeaks } from './accounting.ts';
import { type DispatchOptions, USUAL_BATTERY } from './battery.ts';
import { dispatchYear, foresightYear } from './dispatch.ts';
import { idleFlows, type Prices } from './house.ts';
import { simulateHouse } from './simulate-house.ts';
import { plainOptions, retailPrices } from './test/houses.ts';
import { LISTS, type ListId, powerOf, tariffHouse } from './test/tariff-cases.ts';

const IDS = Object.keys(LISTS) as ListId[];

test('without the goal peak_shaving no component bills more in any month than without a battery', () => {
  IDS.forEach((id, i) => {
    const { house, spot, battery } = tariffHouse(i);
    const prices: Prices = { ...retailPrices(spot), power: powerOf(id) };
    const options: DispatchOptions = { ...plainOptions('combined'), priority: ['arbitrage'] };
    const own = gridExchange(house, idleFlows());
    const run = gridExchange(house, dispatchYear(house, prices, battery, options));
    for (const component of prices.power) {
      const before = billComponent(component, own).billedKw;
      const after = billComponent(component, run).billedKw;
      after.forEach((kw, month) => {
        assert.ok(kw <= before[month] + 1e-6, `${id} ${component.name} ${month}: ${kw} kW`);
      });
    }
  });
});

test('one component over all hours equals the charge on the highest hour, bit for bit', () => {
  for (const i of [0, 1, 2]) {
    const { house, spot, battery } = tariffHouse(i);
    const [plain] = plainPower(40);
    const list: PowerComponent = {
      ...plain,
      hourFactor: plain.hourFactor.slice(),
      distinctDays: true,
    };
    const years = [[plain], [list]].map((power) => {
      const prices = { ...retailPrices(spot), power };
      const options = plainOptions('combined');
      const { chargeKwh, dischargeKwh } = dispatchYear(house, prices, battery, options);
      return [chargeKwh, dischargeKwh, foresightYear(house, prices, battery, options)];
    });
    assert.deepEqual(years[0], years[1]);
  }
});

test('a peak target holds in all hours, also those the price list ignores, and the peak part of the split is the fall of the charges', () => {
  for (const id of ['telge-2025', 'ellevio-2026a', 'falbygden-2026'] as const) {
    const { house, spot, battery } = tariffHouse(3);
    const prices: Prices = { ...retailPrices(spot), power: powerOf(id) };
    for (const strategy of ['peak_shaving', 'combined'] as const) {
      const { minPeakKw } = dispatchYear(house, prices, battery, plainOptions(strategy));
      const peakTargetKw = Math.max(...(minPeakKw ?? [])) + 0.5;
      const options = { ...plainOptions(strategy), peakTargetKw };
      const run = dispatchYear(house, prices, battery, options);
      const grid = gridExchange(house, run);
      assert.ok(Math.max(...monthlyPeaks(grid)) <= peakTargetKw + 1e-6, `${id} ${strategy}`);
    }
    const parameters = { ...USUAL_BATTERY, socMin: 0 };
    const owned = { ...plainOptions('combined'), ...parameters, capacityKwh: 10, powerKw: 5 };
    const year = simulateHouse({ house, prices, battery: owned, program: null });
    const fallSek =
      sum(accountYear(house, prices, idleFlows()).powerSek) -
      sum(accountYear(house, prices, year.flows).powerSek);
    const { split, savingsSek, possibleSavingsSek: maxSek } = year.battery;
    assert.ok(Math.abs(split.peakSek - fallSek) < 1e-6);
    const parts = split.peakSek + split.arbitrageSek + split.selfConsumptionSek;
    assert.ok(Math.abs(parts - savingsSek) < 1e-6 && savingsSek <= maxSek);
  }
});

test('power up to the threshold is free: a battery that is large enough stays just below it', () => {
  const house = { loadKwh: new Float64Array(HOURS), pvKwh: new Float64Array(HOURS) };
  house.loadKwh.forEach((_, t) => {
    house.loadKwh[t] = t % 24 === 18 ? 3 : 0.5;
  });
  const hourFactor = new Float64Array(HOURS).fill(1);
  const statistic = { highest: 1, distinctDays: true, hourFactor, zeroAtOrBelowKw: 1 };
  const power = [{ kind: 'listed' as const, name: 'free', sekPerKwMonth: 0.5, ...statistic }];
  const prices = { ...retailPrices(new Float64Array(HOURS).fill(0.3)), power };
  const battery = { powerKw: 5, floorKwh: 0, ceilingKwh: 10, efficiency: 1 };
  const run = dispatchYear(house, prices, battery, plainOptions('combined'));
  assert.equal(sum(accountYear(house, prices, run).powerSek), 0);
  const savedSek = billSek(house, prices, idleFlows()) - billSek(house, prices, run);
  assert.ok(Math.abs(savedSek - 12 * 3 * 0.5) < 0.01, `${savedSek}`);
});
