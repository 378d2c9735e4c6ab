import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import type { BatteryGoal, BatteryStrategy } from '../../../schemas/types.ts';
import { plainPower } from '../tariff/power-component.ts';
import { billSek, gridExchange, monthlyPeaks } from './accounting.ts';
import type { Battery, Dispatch, DispatchOptions } from './battery.ts';
import { dispatchStrategies, dispatchYear } from './dispatch.ts';
import { gridLimits, type House, idleFlows, type Prices } from './house.ts';
import { STRATEGIES } from './strategies.ts';
import {
  generatedSpot,
  heatPumpHouse,
  plainOptions,
  publishedSpot,
  retailPrices,
  testBattery,
} from './test/houses.ts';
import { yearAgainstOptimum } from './test/optimum.ts';

const GOALS: BatteryGoal[] = ['peak_shaving', 'self_consumption', 'arbitrage'];
const ROUNDING = 1e-9;

interface Year {
  house: House;
  prices: Prices;
  battery: Battery;
  options: Omit<DispatchOptions, 'strategy'>;
}

/** Generated years: sunny and dark, cheap, expensive and below 0, small and large batteries, every wish. */
const years: fc.Arbitrary<Year> = fc
  .record({
    seed: fc.integer({ min: 0, max: 1e6 }),
    loadYearKwh: fc.constantFrom(0, 3000, 15_000, 40_000),
    pvYearKwh: fc.constantFrom(0, 5000, 20_000),
    priceScale: fc.constantFrom(0.3, 1, 3),
    priceShift: fc.constantFrom(0, 0, 0.3, -0.7),
    exportFactor: fc.constantFrom(0.5, 1, 2),
    peakChargeSekPerKw: fc.constantFrom(0, 10, 60, 300),
    capacityKwh: fc.constantFrom(0, 2, 10, 60),
    powerKw: fc.constantFrom(0.5, 5, 15),
    roundTrip: fc.constantFrom(0.5, 0.9, 1),
    priority: fc.shuffledSubarray(GOALS, { minLength: 1 }),
    minSpreadSekPerKwh: fc.constantFrom(0, 0.2),
    peakTargetKw: fc.constantFrom(null, null, 1, 4),
  })
  .map((any) => {
    const spot = generatedSpot(any.seed).map((sek) => any.priceScale * sek + any.priceShift);
    return {
      house: heatPumpHouse(any.seed, any.loadYearKwh, any.pvYearKwh),
      prices: retailPrices(spot, any.peakChargeSekPerKw, any.exportFactor),
      battery: testBattery(any.capacityKwh, any.powerKw, any.roundTrip),
      options: {
        priority: any.priority,
        minSpreadSekPerKwh: any.minSpreadSekPerKwh,
        peakTargetKw: any.peakTargetKw,
      },
    };
  });

function runAll({ house, prices, battery, options }: Year): Map<BatteryStrategy, Dispatch> {
  const all = { ...options, strategy: 'combined' } as const;
  return dispatchStrategies(house, prices, battery, STRATEGIES, all);
}

function runOf(runs: Map<BatteryStrategy, Dispatch>, strategy: BatteryStrategy): Dispatch {
  const run = runs.get(strategy);
  assert.ok(run);
  return run;
}

const YEARS = fc.sample(years, { seed: 11, numRuns: 60 });
const RUNS = YEARS.map(runAll);

function checkYears(check: (year: Year, runs: Map<BatteryStrategy, Dispatch>) => void): void {
  YEARS.forEach((year, i) => {
    check(year, RUNS[i]);
  });
}

function assertPhysical(
  { powerKw, floorKwh, ceilingKwh, efficiency }: Battery,
  run: Dispatch,
): void {
  let level = floorKwh;
  for (let t = 0; t < HOURS; t++) {
    const [charge, discharge] = [run.chargeKwh[t], run.dischargeKwh[t]];
    level += charge * efficiency - discharge / efficiency;
    const within =
      charge >= 0 &&
      discharge >= 0 &&
      (charge === 0 || discharge === 0) &&
      Math.max(charge, discharge) <= powerKw + ROUNDING &&
      level >= floorKwh - ROUNDING &&
      level <= ceilingKwh + ROUNDING;
    if (!within) assert.fail(`hour ${t}: in ${charge}, out ${discharge} kWh, level ${level} kWh`);
  }
}

test('power and capacity are never exceeded, and no hour both charges and discharges', () => {
  checkYears((year, runs) => {
    for (const run of runs.values()) assertPhysical(year.battery, run);
  });
});

test('combined never costs more than the strategies whose goals it includes', () => {
  checkYears(({ house, prices, options }, runs) => {
    const bill = (strategy: BatteryStrategy) => billSek(house, prices, runOf(runs, strategy));
    assert.ok(
      bill('combined') <= billSek(house, prices, idleFlows()) || options.peakTargetKw !== null,
    );
    if (!options.priority.includes('self_consumption')) return;
    // A run that breaks the target is no choice.
    if (options.peakTargetKw === null) assert.ok(bill('combined') <= bill('self_consumption'));
    if (options.priority[0] !== 'peak_shaving') return;
    assert.ok(bill('combined') <= bill('peak_shaving'));
  });
});

test('a strategy that plans on prices never loses by it, however small or large the power charge', () => {
  const flat: Prices = {
    importSekPerKwh: new Float64Array(HOURS).fill(2),
    exportSekPerKwh: new Float64Array(HOURS).fill(0.5),
    monthlyFeeSek: 0,
    power: [],
  };
  const charge = fc.oneof(
    fc.constantFrom(0, 0.001),
    fc.double({ min: -6, max: 2, noNaN: true }).map((power) => 10 ** power),
  );
  const spot = fc.integer({ min: 0, max: 50 }).map((seed) => retailPrices(generatedSpot(seed)));
  const any = { charge, prices: fc.oneof(fc.constant(flat), spot) };
  const battery = testBattery(10, 5);
  fc.assert(
    fc.property(fc.record(any), ({ charge, prices }) => {
      const house = heatPumpHouse(5);
      const charged = { ...prices, power: plainPower(charge) };
      const idleSek = billSek(house, charged, idleFlows());
      const savedSek = (strategy: BatteryStrategy, by: Prices) =>
        billSek(house, by, idleFlows()) -
        billSek(house, by, dispatchYear(house, by, battery, plainOptions(strategy)));
      for (const strategy of ['arbitrage', 'combined'] as const) {
        const saved = savedSek(strategy, charged);
        assert.ok(saved >= 0, `${strategy} loses ${-saved} of ${idleSek} SEK`);
        // To plan as without the charge costs no more than the charge on each month's highest import.
        const highestKw = Math.max(...house.loadKwh) + battery.powerKw;
        const least = savedSek(strategy, prices) - MONTHS * charge * highestKw;
        if (charge < 0.01)
          assert.ok(saved >= least - 0.5, `${strategy} saves ${saved} of ${least}`);
      }
    }),
    { seed: 4, numRuns: 30 },
  );
});

test('combined holds a feasible peak target, with and without a power charge', () => {
  const house = heatPumpHouse(3);
  const battery = testBattery(10, 5);
  for (const charge of [0, 60]) {
    const prices = retailPrices(generatedSpot(4), charge);
    const free = { ...plainOptions('combined'), minSpreadSekPerKwh: 0 };
    const peaksOf = (options: DispatchOptions) =>
      monthlyPeaks(gridExchange(house, dispatchYear(house, prices, battery, options)));
    const ownKw = Math.max(...monthlyPeaks(gridExchange(house, idleFlows())));
    const minKw = dispatchYear(house, prices, battery, free).minPeakKw;
    assert.ok(minKw);
    const targetKw = (ownKw + Math.max(...minKw)) / 2;
    const peaksKw = peaksOf({ ...free, peakTargetKw: targetKw });
    assert.ok(Math.max(...peaksKw) <= targetKw + 1e-3, `${Math.max(...peaksKw)} above ${targetKw}`);
    if (charge === 0)
      assert.ok(Math.max(...peaksOf(free)) > targetKw, 'the target changes nothing');
  }
});

/** AC kWh of a run beyond what the surplus gives and beyond what the deficit takes, and charged in surplus hours. */
function uses(house: House, run: Dispatch) {
  let [boughtKwh, soldKwh, storedSurplusKwh] = [0, 0, 0];
  for (let t = 0; t < HOURS; t++) {
    const net = house.loadKwh[t] - house.pvKwh[t];
    boughtKwh += Math.max(0, run.chargeKwh[t] - Math.max(0, -net));
    soldKwh += Math.max(0, run.dischargeKwh[t] - Math.max(0, net));
    if (net < 0) storedSurplusKwh += run.chargeKwh[t];
  }
  return { boughtKwh, soldKwh, storedSurplusKwh };
}

test('each strategy uses only its own flows', () => {
  let [arbitrageBought, shavingBought] = [0, 0];
  checkYears(({ house }, runs) => {
    const self = uses(house, runOf(runs, 'self_consumption'));
    assert.equal(self.boughtKwh, 0);
    assert.equal(self.soldKwh, 0);
    const arbitrage = uses(house, runOf(runs, 'arbitrage'));
    assert.equal(arbitrage.storedSurplusKwh, 0);
    const shaving = uses(house, runOf(runs, 'peak_shaving'));
    assert.equal(shaving.soldKwh, 0);
    arbitrageBought += arbitrage.boughtKwh;
    shavingBought += shaving.boughtKwh;
  });
  assert.ok(arbitrageBought > 1000 && shavingBought > 1000);
});

test('combined uses only the flows of the goals in its priority', () => {
  let limited = 0;
  checkYears(({ house, options }, runs) => {
    const { priority } = options;
    const { boughtKwh, soldKwh, storedSurplusKwh } = uses(house, runOf(runs, 'combined'));
    if (!priority.includes('self_consumption')) assert.equal(storedSurplusKwh, 0);
    if (!priority.includes('arbitrage')) {
      assert.equal(soldKwh, 0);
      if (priority[0] !== 'peak_shaving') assert.equal(boughtKwh, 0);
      limited++;
    }
  });
  assert.ok(limited > 10);
});

test('combined never raises a monthly peak when peak_shaving does not come first', () => {
  let checked = 0;
  checkYears(({ house, prices, options }, runs) => {
    if (prices.power.length === 0 || options.priority[0] === 'peak_shaving') return;
    const own = monthlyPeaks(gridExchange(house, idleFlows()));
    const peaks = monthlyPeaks(gridExchange(house, runOf(runs, 'combined')));
    for (let month = 0; month < 12; month++) assert.ok(peaks[month] <= own[month] + 1e-6);
    checked++;
  });
  assert.ok(checked > 10);
});

test('without arbitrage combined charges from the grid only what a cap needs', () => {
  const house = heatPumpHouse(1);
  const battery = testBattery(10, 5);
  const prices = retailPrices(generatedSpot(2), 60);
  const bought = (priority: BatteryGoal[]) => {
    const options = { ...plainOptions('combined'), priority };
    return uses(house, dispatchYear(house, prices, battery, options)).boughtKwh;
  };
  const forCaps = bought(['peak_shaving', 'self_consumption']);
  assert.ok(forCaps > 10 && forCaps < 0.5 * bought(GOALS), `${forCaps} kWh`);
});

test('the same input gives the same bytes, whatever ran before it or together with it', () => {
  const house = heatPumpHouse(1);
  const prices = retailPrices(generatedSpot(2), 60);
  const battery = testBattery(10, 5);
  const together = dispatchStrategies(house, prices, battery, STRATEGIES, plainOptions('combined'));
  for (const strategy of [...STRATEGIES].reverse()) {
    dispatchYear(heatPumpHouse(2), prices, testBattery(100, 3), plainOptions('combined'));
    const alone = dispatchYear(house, prices, battery, plainOptions(strategy));
    assert.deepEqual(alone, runOf(together, strategy));
  }
});

test('combined under a power charge holds its caps and reaches 98.5 % of the year’s linear programme', () => {
  const hourly = generatedSpot(2).map((sek) => Math.max(0, sek));
  const cases: [Prices, Battery][] = [
    [retailPrices(publishedSpot(2), 60), testBattery(10, 5, 0.9)],
    [retailPrices(publishedSpot(3), 20), testBattery(5, 8, 1)],
    [retailPrices(publishedSpot(3), 90), testBattery(20, 3, 0.7)],
    [retailPrices(hourly, 60), testBattery(10, 5, 0.9)],
  ];
  const house = heatPumpHouse(1);
  for (const [prices, battery] of cases) {
    const { run, share } = yearAgainstOptimum(house, prices, battery);
    assert.ok(share >= 0.985 && share <= 1 + 1e-6, `${share}`);
    const { capKw } = run;
    assert.ok(capKw && gridExchange(house, run).every((kw, t) => kw <= capKw[t] + 1e-6));
  }
});

test('peak_shaving does nothing at a flat price without a power charge, unless it has a target', () => {
  const house = heatPumpHouse(3, 15_000, 0);
  const flat: Prices = {
    importSekPerKwh: new Float64Array(HOURS).fill(1.5),
    exportSekPerKwh: new Float64Array(HOURS).fill(0.5),
    monthlyFeeSek: 0,
    power: [],
  };
  const battery = testBattery(10, 5);
  const options = plainOptions('peak_shaving');
  const ownSek = billSek(house, flat, idleFlows());
  const idle = dispatchYear(house, flat, battery, options);
  assert.equal(billSek(house, flat, idle), ownSek);
  const target = dispatchYear(house, flat, battery, { ...options, peakTargetKw: 3 });
  assert.ok(
    monthlyPeaks(gridExchange(house, target)).every(
      (kw, m) => kw <= Math.max(3, target.minPeakKw?.[m] ?? 0) + 1e-6,
    ),
  );
  const charged = dispatchYear(house, { ...flat, power: plainPower(60) }, battery, options);
  assert.deepEqual(idle.minPeakKw, charged.minPeakKw);
});

test('under the limits of a main fuse plans reach 95 % of the linear programme, and none charges or sells above them', () => {
  const [importKw, exportKw] = [5, 2.5];
  for (const [seed, loadYearKwh, peakCharge] of [
    [1, 15_000, 0],
    [2, 20_000, 60],
    [3, 5000, 0],
  ]) {
    const house = {
      ...heatPumpHouse(seed, loadYearKwh),
      gridLimits: gridLimits(importKw, exportKw),
    };
    const spot = generatedSpot(seed).map((sek) => Math.max(0, sek));
    const prices = retailPrices(spot, peakCharge);
    const battery = testBattery(15, 7);
    const { share, foresight } = yearAgainstOptimum(house, prices, battery);
    assert.ok(share > 0.95 && share < 1 + 1e-6, `${seed}: ${share}`);
    assert.ok(foresight > 0.99 && foresight < 1 + 1e-6, `${seed}: ${foresight}`);
    for (const strategy of STRATEGIES) {
      const run = dispatchYear(house, prices, battery, plainOptions(strategy));
      gridExchange(house, run).forEach((kwh, t) => {
        const isCharged = run.chargeKwh[t] > 1e-9 && kwh > importKw + 1e-6;
        const isSold = run.dischargeKwh[t] > 1e-9 && house.pvKwh[t] - house.loadKwh[t] > 2.5;
        assert.ok(!isCharged && !isSold && kwh >= -2.5, `${strategy} ${t}: ${kwh}`);
      });
    }
  }
});
