import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulated } from '../../api/simulation/test/answers.ts';
import { heatPumpBody, twoPeakPrices } from '../../api/simulation/test/requests.ts';
import { type ProgramTerms, programYear } from './battery-program.ts';

const TERMS: ProgramTerms = {
  basis: 'installed',
  capacityShare: 0.25,
  powerShare: 0.5,
  sekPerMonth: 30,
  sekPerKwhYear: 100,
  sekPerKwYear: 400,
};

function answer(battery: Record<string, unknown>) {
  const prices = { import_sek_per_kwh: twoPeakPrices(0.8, 1.4, 2.6), export_sek_per_kwh: 0.4 };
  const body = heatPumpBody({ prices, battery });
  return simulated(body).yearly;
}

function described(terms: Record<string, unknown>) {
  return { provider: 'Grid Ltd', terms: { basis: 'installed', ...terms } };
}

test('basis installed: income is computed on the whole battery', () => {
  const year = programYear(TERMS, 10, 5);
  assert.deepEqual([year.reserveKwh, year.reserveKw], [2.5, 2.5]);
  assert.deepEqual(year.components, [
    { term: 'fixed_sek_per_month', quantity: 12, rate: 30, sek: 360 },
    { term: 'sek_per_kwh_capacity_per_year', quantity: 10, rate: 100, sek: 1000 },
    { term: 'sek_per_kw_per_year', quantity: 5, rate: 400, sek: 2000 },
  ]);
  assert.equal(year.incomeSek, 3360);
});

test('basis reserved: income is computed on the reserved share', () => {
  const year = programYear({ ...TERMS, basis: 'reserved' }, 10, 5);
  assert.deepEqual(
    year.components.map(({ quantity }) => quantity),
    [12, 2.5, 2.5],
  );
  assert.equal(year.incomeSek, 360 + 250 + 1000);
});

test('without a battery there is no income', () => {
  assert.equal(programYear(TERMS, 0, 5).incomeSek, 0);
});

test('the named program is Varberg Energi Flex Plus: 732 SEK per reserved kW, half of the battery', () => {
  const program = { program: 'varberg_flex_plus' };
  const { battery } = answer({ capacity_kwh: 10, power_kw: 6, frequency_reserve: program });
  const reserve = battery.frequency_reserve;
  assert.ok(reserve);
  assert.equal(reserve.program, 'varberg_flex_plus');
  assert.equal(reserve.provider, 'Varberg Energi');
  assert.equal(reserve.as_of, '2026-03-01');
  assert.equal(reserve.source_url, 'https://example.org/flex');
  assert.match(reserve.stated ?? '', /50, 50 and 83/);
  assert.equal(reserve.requires, 'A battery.');
  assert.deepEqual([reserve.reserve_kwh, reserve.reserve_kw], [5, 3]);
  assert.equal(reserve.yearly_sek, 3 * 732);
  assert.match(reserve.assumptions.reserved_power_share ?? '', /Half/);
  assert.equal(reserve.per_component.length, 3);
});

test('a custom program returns the terms of the request', () => {
  const given = described({ fixed_sek_per_month: 50, reserved_capacity_share: 0.2 });
  const frequency_reserve = { ...given, as_of: '2026-02-01', source_url: 'https://example.org' };
  const reserve = answer({ capacity_kwh: 10, frequency_reserve }).battery.frequency_reserve;
  assert.ok(reserve);
  assert.deepEqual([reserve.program, reserve.stated, reserve.requires], [null, null, null]);
  assert.deepEqual([reserve.provider, reserve.as_of], ['Grid Ltd', '2026-02-01']);
  assert.equal(reserve.source_url, 'https://example.org');
  assert.deepEqual([reserve.reserve_kwh, reserve.reserve_kw, reserve.yearly_sek], [2, 0, 600]);
  assert.match(reserve.assumptions.sek_per_kw_per_year ?? '', /taken as 0/);
});

test('a program with half of capacity and power leaves the owner a battery of half the size', () => {
  const half = described({ reserved_capacity_share: 0.5, reserved_power_share: 0.5 });
  for (const strategy of ['self_consumption', 'combined']) {
    const lent = answer({ capacity_kwh: 10, power_kw: 4, strategy, frequency_reserve: half });
    const small = answer({ capacity_kwh: 5, power_kw: 2, strategy });
    assert.equal(lent.savings_sek, small.savings_sek);
    for (const name of [
      'cycles',
      'throughput_kwh',
      'savings_sek',
      'self_consumption_savings_sek',
      'arbitrage_savings_sek',
      'possible_savings_sek',
      'share_of_possible_pct',
    ] as const) {
      assert.equal(lent.battery[name], small.battery[name], `${strategy} ${name}`);
    }
    assert.deepEqual([lent.battery.capacity_kwh, lent.battery.power_kw], [10, 4]);
  }
});

test('a share of 1 leaves the owner no battery', () => {
  for (const share of [{ reserved_capacity_share: 1 }, { reserved_power_share: 1 }]) {
    for (const strategy of ['self_consumption', 'arbitrage', 'peak_shaving', 'combined']) {
      const { battery } = answer({
        capacity_kwh: 10,
        strategy,
        frequency_reserve: described(share),
      });
      const { cycles, throughput_kwh, savings_sek, possible_savings_sek } = battery;
      assert.deepEqual([cycles, throughput_kwh, savings_sek, possible_savings_sek], [0, 0, 0, 0]);
      assert.equal(battery.share_of_possible_pct, 0);
    }
  }
});

test('program income counts in the total benefit, not in the savings', () => {
  const paid = described({ fixed_sek_per_month: 100 });
  const plain = answer({ capacity_kwh: 10 });
  const withIncome = answer({ capacity_kwh: 10, frequency_reserve: paid });
  assert.equal(withIncome.savings_sek, plain.savings_sek);
  assert.equal(withIncome.battery.savings_sek, plain.battery.savings_sek);
  assert.equal(plain.total_yearly_benefit_sek, plain.savings_sek);
  assert.equal(plain.battery.yearly_benefit_sek, plain.battery.savings_sek);
  const cents = (sek: number) => Math.round(100 * sek);
  assert.equal(cents(withIncome.total_yearly_benefit_sek), cents(plain.savings_sek) + 120_000);
  assert.equal(
    cents(withIncome.battery.yearly_benefit_sek),
    cents(plain.battery.savings_sek) + 120_000,
  );
});
