import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../../pipeline/test/assert-close.ts';
import type { SimulationResponse } from '../../../../schemas/types.ts';
import { caseOf, compared, simulated } from '../../../api/simulation/test/answers.ts';
import {
  constantYear,
  heatPumpBody,
  noonProfile,
  ownDataBody,
  twoPeakPrices,
} from '../../../api/simulation/test/requests.ts';
import { answerSimulation } from '../compute.ts';

const STRATEGIES = ['self_consumption', 'arbitrage', 'peak_shaving', 'combined'] as const;
const TWO_PEAKS = { import_sek_per_kwh: twoPeakPrices(0.8, 1.4, 2.6), export_sek_per_kwh: 0.4 };
const POWER_CHARGE = { ...TWO_PEAKS, peak_charge_sek_per_kw_month: 60, monthly_fee_sek: 49 };

const cents = (sek: number) => Math.round(100 * sek);

/** All bodies whose answers must hold together. */
const BODIES: [what: string, body: Record<string, unknown>][] = [
  ['pv alone, all defaults', { pv: { monthly_profile: noonProfile(2) } }],
  ['no battery', heatPumpBody({ prices: POWER_CHARGE })],
  ...STRATEGIES.flatMap((strategy): [string, Record<string, unknown>][] => [
    [strategy, heatPumpBody({ prices: TWO_PEAKS, battery: { capacity_kwh: 10, strategy } })],
    [
      `${strategy} with a power charge`,
      heatPumpBody({ prices: POWER_CHARGE, battery: { capacity_kwh: 10, strategy } }),
    ],
  ]),
  [
    'negative prices',
    heatPumpBody({
      prices: { import_sek_per_kwh: twoPeakPrices(-0.3, 0.2, 1), export_sek_per_kwh: -0.1 },
      battery: { capacity_kwh: 10, strategy: 'combined' },
    }),
  ],
];
const ANSWERS = BODIES.map(([what, body]): [string, SimulationResponse] => [what, simulated(body)]);

for (const [what, { yearly, monthly }] of ANSWERS) {
  test(`the year is the sum of its months: ${what}`, () => {
    for (const name of [
      'produced_kwh',
      'consumed_kwh',
      'imported_kwh',
      'exported_kwh',
      'cost_with_system_sek',
      'cost_without_system_sek',
    ] as const) {
      assert.equal(monthly[name].length, 12);
      assertClose(
        yearly[name],
        monthly[name].reduce((a, b) => a + b),
        0.066,
        name,
      );
    }
    const { battery } = yearly;
    assertClose(
      battery.grid_charged_kwh,
      monthly.grid_charged_kwh.reduce((a, b) => a + b),
      0.066,
    );
    assertClose(
      battery.throughput_kwh,
      monthly.battery_throughput_kwh.reduce((a, b) => a + b),
      0.066,
    );
  });

  test(`savings are the cost without less the cost with, split in three to the öre: ${what}`, () => {
    const { battery } = yearly;
    const difference = yearly.cost_without_system_sek - yearly.cost_with_system_sek;
    assertClose(yearly.savings_sek, difference, 0.0101);
    assert.equal(
      cents(battery.self_consumption_savings_sek) +
        cents(battery.arbitrage_savings_sek) +
        cents(battery.peak_savings_sek),
      cents(battery.savings_sek),
    );
    assert.ok(battery.possible_savings_sek >= battery.savings_sek);
    assert.ok(yearly.total_yearly_benefit_sek === yearly.savings_sek);
  });

  test(`percentages follow from the energies where nothing is bought to charge: ${what}`, () => {
    const clamped = (share: number) => Math.min(100, Math.max(0, 100 * share));
    const { produced_kwh, consumed_kwh, imported_kwh, exported_kwh, curtailed_kwh } = yearly;
    const sufficiency = clamped((consumed_kwh - imported_kwh) / consumed_kwh);
    const consumption = clamped((produced_kwh - exported_kwh - curtailed_kwh) / produced_kwh);
    if (yearly.battery.grid_charged_kwh === 0) {
      assertClose(yearly.self_sufficiency_pct, sufficiency, 0.01);
      assertClose(yearly.self_consumption_pct, consumption, 0.01);
    }
    assert.ok(yearly.self_sufficiency_pct >= sufficiency - 0.01);
    assert.ok(yearly.self_consumption_pct >= consumption - 0.01);
    const yearShare = (shares: number[], kwh: number[]) =>
      shares.reduce((sum, share, month) => sum + share * kwh[month], 0);
    const ofYear = yearShare(monthly.self_sufficiency_pct, monthly.consumed_kwh) / consumed_kwh;
    assertClose(ofYear, yearly.self_sufficiency_pct, 0.02);
  });
}

test('what counts comes first and the echo last: a person reads an answer from its top', () => {
  const body = { pv: { monthly_profile: noonProfile(2) } };
  for (const [answer, first] of [
    [simulated({ ...body, detail: 'typical_days' }), 'yearly'],
    [compared({ ...body, compare: { sizes_kwh: [5] } }), 'best'],
  ] as const) {
    const names = Object.keys(answer);
    assert.equal(names[0], first);
    assert.equal(names.at(-1), 'input');
  }
});

test('numbers have at most two decimals', () => {
  for (const [what, { yearly, monthly }] of ANSWERS) {
    const { battery, ...rest } = yearly;
    const numbers = [...Object.values(rest), ...Object.values(battery), ...Object.values(monthly)];
    for (const value of numbers.flat()) {
      if (typeof value === 'number') assert.equal(value, Math.round(value * 100) / 100, what);
    }
  }
});

test('self_consumption of a steady house with noon sun, worked out by hand', () => {
  // Load 1, sun 3 from 10 to 14: surplus 8 a day, deficit 20. Space 4.5 kWh of 5 at 10 % floor and
  // 0.81 round trip: 5 kWh charged (2, 2 and 1), 4.05 delivered each night after, the same every day.
  const { yearly, monthly } = simulated(
    ownDataBody({ battery: { capacity_kwh: 5, round_trip_efficiency: 0.81 } }),
  );
  const { battery } = yearly;
  assert.equal(yearly.produced_kwh, 365 * 12);
  assert.equal(yearly.consumed_kwh, 8760);
  assert.equal(battery.throughput_kwh, 365 * 4.05);
  assertClose(yearly.exported_kwh, 365 * 3, 1e-9);
  assertClose(yearly.imported_kwh, 365 * (20 - 4.05), 1e-9);
  // 0.9 x 4.5 kWh usable a cycle.
  assertClose(battery.cycles, 365, 1e-9);
  assertClose(battery.savings_sek, 365 * (4.05 * 1.5 - 5 * 0.5), 0.01);
  assert.equal(battery.self_consumption_savings_sek, battery.savings_sek);
  assert.equal(battery.arbitrage_savings_sek, 0);
  assert.equal(battery.peak_savings_sek, 0);
  assert.equal(yearly.cost_without_system_sek, 8760 * 1.5);
  assertClose(monthly.cost_with_system_sek[1], 28 * (15.95 * 1.5 - 3 * 0.5), 0.01);
  assertClose(yearly.self_sufficiency_pct, (100 * (24 - 15.95)) / 24, 0.01);
  assertClose(yearly.self_consumption_pct, 75, 0.01);
  assert.equal(battery.warranty.used_cycles_per_year, 365);
  assertClose(battery.warranty.years_to_cycle_limit ?? 0, 6000 / 365, 0.01);
});

test('the price-independent loop with expensive exports loses money, and the answer shows it', () => {
  // Selling brings more than buying costs: each stored kWh is a loss.
  const { battery, savings_sek } = simulated(
    ownDataBody({
      prices: { import_sek_per_kwh: 1, export_sek_per_kwh: 1.2 },
      battery: { capacity_kwh: 5, round_trip_efficiency: 0.81 },
    }),
  ).yearly;
  assertClose(battery.savings_sek, 365 * (4.05 * 1 - 5 * 1.2), 0.01);
  assert.ok(battery.savings_sek < 0);
  assert.equal(battery.self_consumption_savings_sek, battery.savings_sek);
  assert.equal(battery.yearly_benefit_sek, battery.savings_sek);
  assert.equal(battery.share_of_possible_pct, 0);
  assert.ok(savings_sek > 0);
});

test('without a battery yearly.battery is all zeros and the system is only PV', () => {
  const { battery } = simulated(heatPumpBody({ prices: TWO_PEAKS })).yearly;
  assert.deepEqual(battery, {
    strategy: 'self_consumption',
    capacity_kwh: 0,
    power_kw: 0,
    peak_charge_applies: false,
    cycles: 0,
    throughput_kwh: 0,
    grid_charged_kwh: 0,
    savings_sek: 0,
    self_consumption_savings_sek: 0,
    arbitrage_savings_sek: 0,
    peak_savings_sek: 0,
    yearly_benefit_sek: 0,
    possible_savings_sek: 0,
    share_of_possible_pct: 0,
    reserve_cost_sek: 0,
    peak_target: null,
    warranty: {
      years: 10,
      cycles: 6000,
      used_cycles_per_year: 0,
      years_to_cycle_limit: null,
      source: 'Made up for tests',
    },
    frequency_reserve: null,
  });
});

test('the power charge counts each month by its highest hour, the fee twelve times', () => {
  // Load 1 and no sun at night: the peak is 1 kW in every month, with PV or not.
  const { yearly, monthly } = simulated(
    ownDataBody({
      prices: {
        import_sek_per_kwh: 1,
        export_sek_per_kwh: 0,
        monthly_fee_sek: 50,
        peak_charge_sek_per_kw_month: 80,
      },
    }),
  );
  assert.deepEqual(monthly.peak_kw, Array(12).fill(1));
  assert.equal(yearly.cost_without_system_sek, 8760 + 12 * 50 + 12 * 80);
  assert.equal(yearly.cost_with_system_sek, 365 * 20 + 12 * 50 + 12 * 80);
});

test('peak_target: target, whether it was met, and the least peaks, for peak_shaving and combined', () => {
  const body = (target: number | null, strategy: string) =>
    heatPumpBody({
      prices: POWER_CHARGE,
      battery: { capacity_kwh: 10, strategy, peak_target_kw: target },
    });
  for (const strategy of ['peak_shaving', 'combined']) {
    const far = simulated(body(0.1, strategy)).yearly.battery.peak_target;
    assert.equal(far?.target_kw, 0.1);
    assert.equal(far?.met, false);
    assert.equal(far?.least_peak_kw.length, 12);
    const none = simulated(body(null, strategy)).yearly.battery.peak_target;
    assert.deepEqual([none?.target_kw, none?.met], [null, null]);
  }
  const easy = simulated(body(5, 'peak_shaving'));
  assert.equal(easy.yearly.battery.peak_target?.met, true);
  assert.ok(easy.monthly.peak_kw?.every((peak) => peak <= 5.005));
  for (const strategy of ['self_consumption', 'arbitrage']) {
    assert.equal(simulated(body(4, strategy)).yearly.battery.peak_target, null);
  }
});

test('share_of_possible_pct is savings over possible savings', () => {
  for (const [what, { yearly }] of ANSWERS) {
    const { savings_sek, possible_savings_sek, share_of_possible_pct } = yearly.battery;
    const share = possible_savings_sek > 0 ? (100 * savings_sek) / possible_savings_sek : 0;
    assertClose(share_of_possible_pct, share, 0.02, what);
  }
});

test('percentages of a house without load or without sun are 0', () => {
  const { yearly } = simulated(
    ownDataBody({
      consumption: { hourly_kwh: constantYear(0) },
      pv: { hourly_kwh: constantYear(0) },
      battery: { capacity_kwh: 5 },
    }),
  );
  assert.deepEqual([yearly.self_sufficiency_pct, yearly.self_consumption_pct], [0, 0]);
});

test('grid charging that raises the import above the load does not make a share negative', () => {
  const { yearly } = simulated(
    ownDataBody({
      consumption: { hourly_kwh: constantYear(0.5) },
      pv: { hourly_kwh: constantYear(0) },
      prices: { import_sek_per_kwh: twoPeakPrices(0.1, 1, 3), export_sek_per_kwh: 2.9 },
      battery: { capacity_kwh: 20, strategy: 'arbitrage' },
    }),
  );
  assert.ok(yearly.imported_kwh > yearly.consumed_kwh);
  assert.deepEqual([yearly.self_sufficiency_pct, yearly.self_consumption_pct], [0, 0]);
});

test('the model has method, year and start', () => {
  const { model } = simulated(heatPumpBody());
  const { priority_rule, ...rest } = model;
  assert.deepEqual(rest, {
    dispatch: 'day_ahead_greedy',
    time_step: 'hourly',
    simulated_days: 365,
    simulated_year: 2025,
    zone: 'SE3',
    zone_source: 'default',
    horizon_hours: 48,
    engine: 'merit-order 1',
    ageing: 'none within the year',
    battery_start: 'lowest state of charge on 1 January',
    prices: 'flat',
  });
  assert.match(priority_rule, /left out is off/);
});

test('the same request gives the same bytes, also through a structured clone', () => {
  const body = heatPumpBody({
    prices: POWER_CHARGE,
    battery: { capacity_kwh: 8, strategy: 'combined' },
  });
  const houseCase = caseOf(body);
  const first = JSON.stringify(answerSimulation(houseCase));
  assert.equal(JSON.stringify(answerSimulation(structuredClone(houseCase))), first);
  assert.equal(JSON.stringify(simulated(body)), first);
});
