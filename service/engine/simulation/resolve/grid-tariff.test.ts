/** `prices.grid_tariff`, rule by rule: what a house is billed by a price list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../../pipeline/test/assert-close.ts';
import { HOURS, MONTHS } from '../../../../schemas/codec/axes.ts';
import { RICH_TARIFF } from '../../../../schemas/test/wrong-grid-tariffs.ts';
import type { OwnGridTariff } from '../../../../schemas/types.ts';
import { compared, simulated } from '../../../api/simulation/test/answers.ts';
import {
  importByHand,
  testPrices,
  testPricesWithHours,
  testSpot,
} from '../../../api/simulation/test/prices.ts';
import {
  constantYear,
  heatPumpBody,
  noonProfile,
  ownDataBody,
} from '../../../api/simulation/test/requests.ts';
import { type DatedHours, hourAt, imports } from '../../tariff/test/dated-hours.ts';

const NO_SUN = { monthly_profile: noonProfile(0) };
const SE3 = 2;

/** A house of 1 kW but for some hours, with its own prices and a price list. */
function billed(id: string | OwnGridTariff, kwAt: DatedHours, prices: object = {}) {
  const own = { import_sek_per_kwh: 1, export_sek_per_kwh: 0.5 };
  return simulated({
    consumption: { hourly_kwh: Array.from(imports(kwAt)) },
    pv: NO_SUN,
    prices: { ...own, grid_tariff: id, ...prices },
  });
}

function gridOf({ model }: ReturnType<typeof simulated>) {
  return model.tariff?.grid ?? assert.fail('no price list in the answer');
}

/** A house without sun at the preset's prices. */
function presetHouse(prices: object, detail?: string, dataset = testPrices()) {
  const body = { consumption: { hourly_kwh: constantYear(1) }, pv: NO_SUN, prices };
  return simulated(detail ? { ...body, detail } : body, dataset);
}

test('a house is billed as in the operator’s example, component by component', () => {
  const answer = billed('falbygden-2025', {
    '2025-01-06 09': 6.5,
    '2025-01-07 20': 6,
    '2025-01-15 08': 5,
    '2025-01-18 18': 7,
  });
  const { components, ...grid } = gridOf(answer);
  assert.deepEqual(
    components?.map(({ name, billed_kw, sek }) => [name, billed_kw[0], sek[0], billed_kw[5]]),
    [
      ['effekt', 7, 278.6, 1],
      ['höglast', 5, 286.8, 0],
    ],
  );
  assert.equal(answer.monthly.power_charge_sek?.[0], 565.4);
  assert.equal(answer.monthly.peak_kw?.[0], 7);
  assert.ok(answer.yearly.battery.peak_charge_applies);
  assert.deepEqual(
    [grid.id, grid.company, grid.trust],
    ['falbygden-2025', 'Falbygdens Energi', 'A'],
  );
  assert.deepEqual(grid.valid, { from: '2025-01-01', to: '2025-12-31' });
  assert.deepEqual([grid.fuse_a, grid.unstated], [20, []]);
  assert.match(grid.source?.[0] ?? '', /falbygdens_energi/);
  // 765.5 kWh of January at 1 SEK, the bill, and a twelfth of 4 121 SEK.
  const kwh = 744 + 5.5 + 5 + 4 + 6;
  assertClose(answer.monthly.cost_without_system_sek[0], kwh + 565.4 + 4121 / 12, 0.006, 'January');
});

test('the preset’s import price has the list’s energy fee in the place of its own', () => {
  const { hourly, yearly, model } = presetHouse({ grid_tariff: 'vattenfall-t4-2025' }, 'hourly');
  const priceAt = (date: string) => hourly?.import_price_sek_per_kwh[hourAt(date)] ?? -1;
  const byHand = (month: number, hour: number, fee: number) =>
    importByHand(testSpot(SE3, month, hour), { gridOre: 0 }) + fee;
  // Epiphany, a Monday, is expensive on this list. Saturdays, nights and summers are not.
  assertClose(priceAt('2025-01-06 09'), byHand(0, 9, 0.67), 5e-5, 'epiphany');
  assertClose(priceAt('2025-01-04 09'), byHand(0, 9, 0.268), 5e-5, 'Saturday');
  assertClose(priceAt('2025-01-07 23'), byHand(0, 23, 0.268), 5e-5, 'night');
  assertClose(priceAt('2025-07-09 09'), byHand(6, 9, 0.268), 5e-5, 'summer');
  const sum = hourly?.import_price_sek_per_kwh.reduce((total, sek) => total + sek, 0) ?? 0;
  assertClose(yearly.cost_without_system_sek, sum + 7065, 0.5, 'energy and fixed fee at 20 A');
  assert.match(
    model.tariff?.grid_fee?.source ?? '',
    /Vattenfall Eldistribution vattenfall-t4-2025/,
  );
  assert.ok((model.tariff?.grid_fee?.value ?? 0) > 26.8 / 1.25);
  assert.equal(yearly.battery.peak_charge_applies, false);
});

test('the fuse decides the fixed fee and what it has charges for', () => {
  const house = (fuse_a: number) => billed('boras-2025', {}, { fuse_a });
  const [small, large] = [house(16), house(25)];
  assert.deepEqual([gridOf(small).components?.length, gridOf(large).components?.length], [0, 2]);
  assert.deepEqual(small.monthly.power_charge_sek, Array(MONTHS).fill(0));
  assert.equal(small.monthly.peak_kw, null);
  assertClose(small.yearly.cost_without_system_sek, HOURS + 3700, 0.01, '16 A');
  // 1 kW: 12 x 15.30, and 5 x 35.20 in winter.
  assertClose(large.yearly.cost_without_system_sek, HOURS + 6840 + 183.6 + 176, 0.01, '25 A');
});

test('what a list does not know is the preset’s fee, or no fixed fee, and is said', () => {
  const listed = presetHouse({ grid_tariff: 'malarenergi-2026b' });
  const plain = presetHouse({});
  assert.deepEqual(gridOf(listed).unstated, [
    'fixed_sek_per_year',
    'energy_ore_per_kwh',
    'grid_benefit',
  ]);
  assert.equal(listed.yearly.cost_without_system_sek, plain.yearly.cost_without_system_sek);
  assert.deepEqual(listed.model.tariff?.grid_fee, plain.model.tariff?.grid_fee);
  assert.deepEqual(gridOf(billed('malarenergi-2026b', {})).unstated, ['fixed_sek_per_year']);
  const vaxjo = gridOf(presetHouse({ grid_tariff: 'vaxjo-2025' }));
  assert.deepEqual(vaxjo.unstated, ['energy_ore_per_kwh[0].spot_incl_vat', 'grid_benefit']);
  assert.deepEqual(gridOf(presetHouse({ grid_tariff: 'vattenfall-e4-2026' })).unstated, []);
  const skovde = gridOf(billed('skovde-2025', {}));
  assert.deepEqual(skovde.unstated, ['power[0].interval', 'power[0].statistic']);
});

test('with a custom import price only fixed fee and power charges count, and a custom fee is added', () => {
  const { yearly, model } = billed('nacka-2025', {}, { monthly_fee_sek: 10 });
  const expected = HOURS + 4883 + 12 * 51.85 + 120;
  assertClose(yearly.cost_without_system_sek, expected, 0.01, 'own price');
  assert.deepEqual(Object.keys(model.tariff ?? {}), ['grid']);
});

test('a share of the spot price follows its own area, by the hour where prices do', () => {
  const fee = 0.0886;
  const priceOf = (month: number, hour: number) =>
    (testSpot(SE3, month, hour) + 0.44) * 1.25 + fee + 0.1126 * testSpot(3, month, hour) * 1.25;
  const { hourly } = presetHouse({ grid_tariff: 'vaxjo-2025' }, 'hourly');
  const found = hourly?.import_price_sek_per_kwh ?? [];
  assertClose(found[hourAt('2025-03-05 17')], priceOf(2, 17), 5e-5, 'by month and hour');
  const prices = { grid_tariff: 'vaxjo-2025', resolution: 'hourly' };
  const hours = presetHouse(prices, 'hourly', testPricesWithHours()).hourly;
  const onJanuary2 = hours?.import_price_sek_per_kwh[hourAt('2025-01-02 17')] ?? 0;
  assertClose(onJanuary2, priceOf(0, 17) + 1.25 + 0.1126 * 1.25, 1e-4, 'a dear day');
});

test('an own list is billed as one of the dataset, and comes back as it was read', () => {
  const { id: _, ...list } = RICH_TARIFF;
  const prices = { import_sek_per_kwh: 1.5, export_sek_per_kwh: 0.5, grid_tariff: list };
  const body = heatPumpBody({ prices, battery: { capacity_kwh: 10, strategy: 'combined' } });
  const answer = simulated(body);
  assert.equal(gridOf(answer).id, null);
  assert.deepEqual(answer.input.prices.grid_tariff, list);
  assert.deepEqual([answer.input.prices.fuse_a, answer.input.prices.monthly_fee_sek], [20, 0]);
  assert.ok(!('peak_charge_sek_per_kw_month' in answer.input.prices));
  const sum = gridOf(answer).components?.map(({ sek }) => sek[0]) ?? [];
  assertClose(sum[0] + sum[1], answer.monthly.power_charge_sek?.[0] ?? -1, 0.02, 'the sum');
  assert.throws(() => simulated({ ...body, prices: { ...prices, grid_tariff: 'nowhere-2025' } }), {
    code: 'invalid_parameter',
    field: 'prices.grid_tariff',
  });
});

test('savings of peaks are what the power charges fall by', () => {
  const battery = { capacity_kwh: 10, strategy: 'peak_shaving' };
  const prices = {
    import_sek_per_kwh: 1.5,
    export_sek_per_kwh: 0.5,
    grid_tariff: 'goteborg-gnm63-2026',
  };
  const total = (body: object) =>
    simulated(heatPumpBody({ prices, ...body })).monthly.power_charge_sek?.reduce(
      (a, b) => a + b,
    ) ?? 0;
  const { yearly } = simulated(heatPumpBody({ prices, battery }));
  const fall = total({}) - total({ battery });
  assert.ok(fall > 100, `${fall}`);
  assertClose(yearly.battery.peak_savings_sek, fall, 0.1, 'peak savings');
});

test('a comparison bills by the list, too', () => {
  const prices = { import_sek_per_kwh: 1.5, export_sek_per_kwh: 0.5, grid_tariff: 'nacka-2025' };
  const battery = { capacity_kwh: 10, strategy: 'combined' };
  const { matrix, model, no_battery } = compared(
    heatPumpBody({ prices, compare: { sizes_kwh: [10], strategies: ['combined'] } }),
  );
  const single = simulated(heatPumpBody({ prices, battery }));
  assert.equal(matrix[0].battery_savings_sek, single.yearly.battery.savings_sek);
  assert.equal(model.tariff?.grid?.id, 'nacka-2025');
  assert.ok(!('components' in (model.tariff?.grid ?? {})));
  assert.equal(no_battery.cost_without_system_sek, single.yearly.cost_without_system_sek);
});

test('without a price list nothing of it is in an answer, and the fuse is a limit', () => {
  const plain = simulated(ownDataBody());
  assert.ok(!('tariff' in plain.model) && !('power_charge_sek' in plain.monthly));
  const prices = { import_sek_per_kwh: 1.5, export_sek_per_kwh: 0.5, fuse_a: 25 };
  const { input, ...fused } = simulated(ownDataBody({ prices }));
  const { input: ownInput, ...rest } = plain;
  assert.deepEqual(fused, rest);
  const grid = { import_limit_kw: 17.25, export_limit_kw: 17.25 };
  assert.deepEqual(input, { ...ownInput, grid });
});
