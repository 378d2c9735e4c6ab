import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatteryStrategiesResponse, ComparisonCell } from '../../../schemas/types.ts';
import { caseOf, compared, simulated } from '../../api/simulation/test/answers.ts';
import { heatPumpBody, twoPeakPrices } from '../../api/simulation/test/requests.ts';

const TWO_PEAKS = { import_sek_per_kwh: twoPeakPrices(0.8, 1.4, 2.6), export_sek_per_kwh: 0.4 };
const SIZES = [0, 5, 10];

function comparedWith(changes: Record<string, unknown>): BatteryStrategiesResponse {
  return compared(heatPumpBody({ prices: TWO_PEAKS, compare: { sizes_kwh: SIZES }, ...changes }));
}

function simulatedWith(changes: Record<string, unknown>) {
  return simulated(heatPumpBody({ prices: TWO_PEAKS, ...changes })).yearly;
}

function cellOf({ matrix }: BatteryStrategiesResponse, size: number, strategy: string) {
  const cell = matrix.find((c) => c.size_kwh === size && c.strategy === strategy);
  assert.ok(cell, `${size} ${strategy}`);
  return cell;
}

const PLAIN = comparedWith({});

test('one cell per size and strategy, in the order of the request', () => {
  const { matrix } = comparedWith({
    compare: { sizes_kwh: [10, 5], strategies: ['combined', 'arbitrage'] },
  });
  assert.deepEqual(
    matrix.map(({ size_kwh, strategy }) => [size_kwh, strategy]),
    [
      [10, 'combined'],
      [10, 'arbitrage'],
      [5, 'combined'],
      [5, 'arbitrage'],
    ],
  );
});

test('each cell equals a simulation of that battery', () => {
  for (const prices of [TWO_PEAKS, { ...TWO_PEAKS, peak_charge_sek_per_kw_month: 60 }]) {
    const comparison = comparedWith({ prices });
    for (const cell of comparison.matrix.filter(({ size_kwh }) => size_kwh > 0)) {
      const battery = { capacity_kwh: cell.size_kwh, strategy: cell.strategy };
      const yearly = simulatedWith({ prices, battery });
      assert.equal(cell.savings_sek, yearly.savings_sek);
      assert.equal(cell.battery_savings_sek, yearly.battery.savings_sek);
      assert.equal(cell.cycles, yearly.battery.cycles);
      assert.equal(cell.grid_charged_kwh, yearly.battery.grid_charged_kwh);
      assert.equal(cell.total_yearly_benefit_sek, yearly.total_yearly_benefit_sek);
      assert.equal(cell.frequency_reserve_net_sek, 0);
    }
  }
});

test('no_battery is the house with only PV, and so is size 0', () => {
  const alone = simulatedWith({});
  assert.deepEqual(PLAIN.no_battery, {
    savings_sek: alone.savings_sek,
    cost_with_system_sek: alone.cost_with_system_sek,
    cost_without_system_sek: alone.cost_without_system_sek,
  });
  for (const strategy of ['self_consumption', 'arbitrage', 'peak_shaving', 'combined']) {
    const cell = cellOf(PLAIN, 0, strategy);
    assert.equal(cell.savings_sek, alone.savings_sek);
    assert.deepEqual([cell.battery_savings_sek, cell.cycles, cell.grid_charged_kwh], [0, 0, 0]);
  }
  const without0 = comparedWith({ compare: { sizes_kwh: [5], strategies: ['self_consumption'] } });
  assert.deepEqual(without0.no_battery, PLAIN.no_battery);
});

test('the power is half of each size, or power_kw for all sizes', () => {
  const given = comparedWith({ battery: { capacity_kwh: 99, power_kw: 1 } });
  const slow = simulatedWith({ battery: { capacity_kwh: 10, power_kw: 1, strategy: 'combined' } });
  assert.equal(cellOf(given, 10, 'combined').savings_sek, slow.savings_sek);
  const usual = simulatedWith({ battery: { capacity_kwh: 10, power_kw: 5, strategy: 'combined' } });
  assert.equal(cellOf(PLAIN, 10, 'combined').savings_sek, usual.savings_sek);
  assert.notEqual(slow.savings_sek, usual.savings_sek);
});

test('battery.capacity_kwh and battery.strategy are ignored', () => {
  const { matrix } = comparedWith({ battery: { capacity_kwh: 33, strategy: 'arbitrage' } });
  assert.deepEqual(matrix, PLAIN.matrix);
});

test('the other fields of battery apply to every cell', () => {
  const battery = { capacity_kwh: 1, soc_min: 0.3, round_trip_efficiency: 0.7 };
  const comparison = comparedWith({ battery });
  const alone = simulatedWith({ battery: { ...battery, capacity_kwh: 10 } });
  assert.equal(cellOf(comparison, 10, 'self_consumption').savings_sek, alone.savings_sek);
});

const PROGRAM = {
  provider: 'Grid Ltd',
  terms: { basis: 'installed', reserved_capacity_share: 0.5, sek_per_kw_per_year: 500 },
};

test('frequency_reserve_net_sek is the income less the private savings lost to the reserve', () => {
  const lent = comparedWith({ battery: { capacity_kwh: 1, frequency_reserve: PROGRAM } });
  for (const size of [5, 10]) {
    for (const strategy of ['self_consumption', 'combined']) {
      const cell = cellOf(lent, size, strategy);
      const whole = cellOf(PLAIN, size, strategy);
      const incomeSek = 500 * (size / 2);
      const lostSek = whole.battery_savings_sek - cell.battery_savings_sek;
      assert.ok(lostSek > 0);
      assert.ok(Math.abs(cell.frequency_reserve_net_sek - (incomeSek - lostSek)) < 0.021);
      assert.ok(Math.abs(cell.total_yearly_benefit_sek - cell.savings_sek - incomeSek) < 0.011);
    }
  }
  const none = cellOf(lent, 0, 'combined');
  assert.deepEqual([none.frequency_reserve_net_sek, none.battery_savings_sek], [0, 0]);
});

test('by_total_benefit is the cell with the highest total benefit', () => {
  const lent = comparedWith({ battery: { capacity_kwh: 1, frequency_reserve: PROGRAM } });
  for (const comparison of [PLAIN, lent]) {
    const highest = comparison.matrix.reduce((a, b) =>
      b.total_yearly_benefit_sek > a.total_yearly_benefit_sek ? b : a,
    );
    assert.deepEqual(comparison.best.by_total_benefit, {
      size_kwh: highest.size_kwh,
      strategy: highest.strategy,
      total_yearly_benefit_sek: highest.total_yearly_benefit_sek,
    });
  }
});

const years = (cost: number, cell: ComparisonCell) => cost / cell.battery_savings_sek;

const NO_AGEING = { capacity_kwh: 0, fade_pct_per_year: 0 };

test('by_payback is returned only with costs, and is the shortest payback', () => {
  assert.ok(!('by_payback' in PLAIN.best));
  for (const [costs, size] of [
    [{ '5': 20_000, '10': 90_000 }, 5],
    [{ '5': 60_000, '10': 50_000 }, 10],
    [{ '10': 50_000 }, 10],
    [{ '0': 0, '10': 50_000 }, 10],
  ] as const) {
    const compare = { sizes_kwh: SIZES, cost_sek_by_size: costs };
    const { best, matrix } = comparedWith({ compare, battery: NO_AGEING });
    const aged = comparedWith({ compare }).best.by_payback;
    const cell = cellOf({ matrix } as BatteryStrategiesResponse, size, 'combined');
    const costSek = Object.entries(costs).find(([key]) => key === String(size))?.[1] ?? 0;
    const payback = best.by_payback;
    assert.ok(payback);
    assert.deepEqual(
      [payback.size_kwh, payback.strategy, payback.cost_sek],
      [size, 'combined', costSek],
    );
    assert.equal(payback.yearly_benefit_sek, cell.battery_savings_sek);
    assert.ok(Math.abs(payback.payback_years - years(costSek, cell)) < 0.006);
    assert.ok(aged && aged.payback_years > payback.payback_years);
  }
});

test('size 0 and batteries without savings have no payback', () => {
  const zero = comparedWith({ compare: { sizes_kwh: [0], cost_sek_by_size: { '0': 5 } } });
  assert.equal(zero.best.by_payback, null);
  const losing = comparedWith({
    prices: { import_sek_per_kwh: 1, export_sek_per_kwh: 1.3 },
    compare: {
      sizes_kwh: [0, 5],
      strategies: ['self_consumption'],
      cost_sek_by_size: { '5': 100 },
    },
  });
  assert.equal(losing.best.by_payback, null);
  assert.ok(cellOf(losing, 5, 'self_consumption').battery_savings_sek < 0);
});

test('the payback includes the program: savings of the whole battery plus its net income', () => {
  const compare = { sizes_kwh: [10], cost_sek_by_size: { '10': 80_000 } };
  const battery = { ...NO_AGEING, frequency_reserve: PROGRAM };
  const payback = comparedWith({ compare, battery }).best.by_payback;
  const lent = comparedWith({ compare, battery });
  assert.ok(payback);
  const cell = cellOf(lent, 10, payback.strategy);
  const whole = cellOf(PLAIN, 10, payback.strategy);
  const benefit = whole.battery_savings_sek + cell.frequency_reserve_net_sek;
  assert.ok(Math.abs(payback.yearly_benefit_sek - benefit) < 0.021);
  assert.ok(Math.abs(payback.payback_years - 80_000 / benefit) < 0.006);
});

test('the response has the model and attribution of a simulation', () => {
  const houseCase = caseOf(heatPumpBody({ prices: TWO_PEAKS }));
  assert.equal(PLAIN.attribution, houseCase.attribution);
  const { compare_note, ageing, ...model } = PLAIN.model;
  const { ageing: _, ...expected } = houseCase.model;
  assert.deepEqual(model, expected);
  assert.match(ageing, /Paybacks: 2 % /);
  assert.match(compare_note ?? '', /compare sets both/);
});

test('a battery of almost no capacity saves nothing, and its searches end', () => {
  const sizes = [5e-324, 1e-300, 7e-174, 1e-30, 1e-12, 1e-9];
  for (const import_sek_per_kwh of [twoPeakPrices(0.8, 1.4, 2.6), twoPeakPrices(-0.8, 0.4, 0.1)]) {
    for (const power of [{}, { power_kw: 1e-200 }, { power_kw: 5 }]) {
      const { matrix } = comparedWith({
        prices: { import_sek_per_kwh, export_sek_per_kwh: 0.4, peak_charge_sek_per_kw_month: 80 },
        battery: { capacity_kwh: 1, peak_target_kw: 2, ...power },
        compare: { sizes_kwh: sizes.slice(0, 3) },
      });
      for (const { battery_savings_sek } of matrix) assert.equal(battery_savings_sek, 0);
    }
  }
  const { matrix } = comparedWith({ compare: { sizes_kwh: sizes } });
  for (const { battery_savings_sek } of matrix) assert.equal(Math.abs(battery_savings_sek), 0);
});
