import assert from 'node:assert/strict';
import { test } from 'node:test';
import record from '../../../fixtures/market/grid-tariffs.json' with { type: 'json' };
import { assertClose } from '../../../pipeline/test/assert-close.ts';
import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { FuseSize, GridTariff, GridTariffs } from '../../../schemas/types.ts';
import { sum } from '../statistics.ts';
import { gridCharges, type TariffRules } from './grid-charges.ts';
import { billComponent } from './power-component.ts';
import { hourAt, imports, NOVEMBER_WORKDAYS } from './test/dated-hours.ts';

const { lists } = record as GridTariffs;

function listOf(id: string): GridTariff {
  return lists.find((list) => list.id === id) ?? assert.fail(id);
}

/** Charges at 20 A unless another fuse is given. The spot price is 1 SEK in SE4 and 0.5 elsewhere. */
function chargesOf(rules: TariffRules, year = 2025, fuseA: FuseSize = 20) {
  const spotSekPerKwh = (zone?: string) => new Float64Array(HOURS).fill(zone === 'SE4' ? 1 : 0.5);
  return gridCharges(rules, { fuseA, year, spotSekPerKwh });
}

const JANUARY_2026 = {
  '2026-01-12 17': 8,
  '2026-01-12 18': 7.5,
  '2026-01-14 03': 10,
  '2026-01-16 22': 11,
  '2026-01-17 12': 6,
  '2026-01-18 10': 5.5,
};

/** July, by the list that has a summer price. */
const JULY_2025 = {
  '2025-07-07 07': 6,
  '2025-07-07 18': 6.2,
  '2025-07-07 19': 9,
  '2025-07-08 12': 5.4,
  '2025-07-10 08': 5.5,
  '2025-07-12 12': 10,
};

/** The bill of Sollentuna's November is the operator's own example. */
for (const [rule, id, year, month, kwAt, sek] of [
  ['mean of three days', 'goteborg-gnm63-2026', 2026, 0, JANUARY_2026, 473.67],
  ['mean of three days, nights half', 'ellevio-2026a', 2026, 0, JANUARY_2026, 528.13],
  ['mean of three hours', 'nacka-2025', 2026, 0, JANUARY_2026, 501.22],
  ['three workdays 07-19', 'sollentuna-2025', 2025, 10, NOVEMBER_WORKDAYS, 769.5],
  ['three hours of workdays 07-19', 'salaheby-2025', 2025, 10, NOVEMBER_WORKDAYS, 796.5],
  ['the workday window at its summer price', 'sollentuna-2025', 2025, 6, JULY_2025, 384.75],
] as const) {
  test(`worked bill: ${rule}, ${id}`, () => {
    const { power } = chargesOf(listOf(id), year);
    const bills = power.map((part) => billComponent(part, imports(kwAt)).sek[month]);
    assertClose(sum(bills), sek, 0.005, id);
  });
}

test('a month outside every window has no power charge', () => {
  const { power } = chargesOf(listOf('skovde-2025'));
  const { billedKw, sek } = billComponent(power[0], new Float64Array(HOURS).fill(9));
  assert.deepEqual([...billedKw], [9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 9, 9]);
  assert.deepEqual(
    [...sek],
    [...billedKw].map((kw) => kw * 77.5),
  );
  const atThreshold = billComponent(power[0], new Float64Array(HOURS).fill(1));
  assert.ok(
    atThreshold.sek.every((kw) => kw === 0),
    'a month of 1 kW is free',
  );
});

test('only the components and the fee of the chosen fuse are billed', () => {
  const counts = ([16, 20, 25] as const).map((fuse) => {
    const { power, fixedSekPerYear, energySekPerKwh } = chargesOf(listOf('boras-2025'), 2025, fuse);
    return [power.length, fixedSekPerYear, energySekPerKwh?.[0]];
  });
  assert.deepEqual(counts, [
    [0, 3700, 0.157],
    [0, 6475, 0.157],
    [2, 6840, 0.06],
  ]);
});

test('energy fees by season, holiday and hour: Vattenfall charges holidays at the high price', () => {
  const feeAt = (id: string, date: string) => chargesOf(listOf(id)).energySekPerKwh?.[hourAt(date)];
  // Monday 6 January 2025 is epiphany, Friday 18 April Good Friday (no winter), 24 December a Wednesday.
  assert.equal(feeAt('gotland-t4-2025', '2025-01-06 09'), 0.325);
  assert.equal(feeAt('gotland-t4-2025', '2025-01-07 09'), 0.575);
  assert.equal(feeAt('gotland-t4-2025', '2025-01-07 05'), 0.325);
  assert.equal(feeAt('gotland-t4-2025', '2025-01-07 22'), 0.325);
  assert.equal(feeAt('gotland-t4-2025', '2025-12-24 12'), 0.325);
  assert.equal(feeAt('vattenfall-t4-2025', '2025-01-06 09'), 0.67);
  assert.equal(feeAt('vattenfall-t4-2025', '2025-01-04 09'), 0.268);
  assert.equal(feeAt('vattenfall-t4-2025', '2025-04-14 09'), 0.268);
});

const OWN: TariffRules = { energy_ore_per_kwh: [{ ore: 10 }], power: [] };

test('a share of the spot price has VAT unless the list excludes it', () => {
  const fee = (part: object) => {
    const entry = { ore: 10, spot_share: 0.1, spot: 'hour' as const, ...part };
    return chargesOf({ ...OWN, energy_ore_per_kwh: [entry] }).energySekPerKwh?.[5000] ?? -1;
  };
  assertClose(fee({ spot_incl_vat: true }), 0.1 + 0.1 * 0.5 * 1.25, 1e-12, 'with VAT');
  assertClose(fee({ spot_incl_vat: null }), 0.1 + 0.1 * 0.5 * 1.25, 1e-12, 'unknown');
  assertClose(fee({ spot_incl_vat: false }), 0.1 + 0.1 * 0.5, 1e-12, 'without VAT');
  assertClose(fee({ zone: 'SE4' }), 0.1 + 0.1 * 1 * 1.25, 1e-12, 'spot price of an area');
  assertClose(fee({ spot: 'quarter' }), 0.1 + 0.1 * 0.5 * 1.25, 1e-12, 'mean of the quarters');
});

test('a share of the monthly mean is the same in every hour', () => {
  const spot = new Float64Array(HOURS).map((_, t) => (t % 24) / 10);
  const entry = { ore: 0, spot_share: 1, spot: 'month_mean' as const, spot_incl_vat: false };
  const { energySekPerKwh } = gridCharges(
    { ...OWN, energy_ore_per_kwh: [entry] },
    { fuseA: 20, year: 2025, spotSekPerKwh: () => spot },
  );
  for (let month = 0; month < MONTHS; month++) {
    for (const t of [MONTH_START[month], MONTH_START[month + 1] - 1]) {
      assertClose(energySekPerKwh?.[t] ?? -1, 1.15, 1e-12, `month ${month}`);
    }
  }
});

const DAYTIME: TariffRules = {
  energy_ore_per_kwh: null,
  power: [
    {
      name: 'day',
      sek_per_kw_month: 1,
      when: [{ days: 'workday', hours: [[7, 19]] }],
      statistic: { interval: 'PT1H', highest: 1, distinct_days: true, reduce: 'mean' },
    },
  ],
};

/** Hours of a date that are inside the only component. */
function insideOn(rules: TariffRules, date: string): number[] {
  const { hourFactor } = chargesOf(rules).power[0];
  const first = hourAt(`${date} 00`);
  return [...hourFactor.subarray(first, first + 24).keys()].filter((h) => hourFactor[first + h]);
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

test('winter time all year: an hour later by the clock during summer time', () => {
  const cet: TariffRules = { ...DAYTIME, clock: 'cet' };
  // Summer time of 2025: 30 March 02:00 to 26 October 03:00.
  for (const [date, clock, winter] of [
    ['2025-03-28', range(7, 19), range(7, 19)],
    ['2025-03-31', range(7, 19), range(8, 20)],
    ['2025-07-16', range(7, 19), range(8, 20)],
    ['2025-10-24', range(7, 19), range(8, 20)],
    ['2025-10-27', range(7, 19), range(7, 19)],
    ['2025-10-25', [], []],
  ] as const) {
    assert.deepEqual(insideOn(DAYTIME, date), clock, date);
    assert.deepEqual(insideOn(cet, date), winter, date);
  }
});

test('hours after midnight belong to their own calendar day', () => {
  const [part] = DAYTIME.power;
  const night: TariffRules = {
    ...DAYTIME,
    power: [{ ...part, when: [{ days: 'workday', hours: [[22, 6]] }] }],
  };
  assert.deepEqual(insideOn(night, '2025-01-17'), [...range(0, 6), 22, 23]);
  assert.deepEqual(insideOn(night, '2025-01-18'), [], 'Saturday');
});

test('holidays are excluded only where the list names them and counts workdays', () => {
  const off: TariffRules = {
    ...DAYTIME,
    holidays: ['epiphany', 'midsummer_eve', 'maundy_thursday'],
  };
  for (const date of ['2025-01-06', '2025-06-20', '2025-04-17']) {
    assert.equal(insideOn(DAYTIME, date).length, 12, date);
    assert.equal(insideOn(off, date).length, 0, date);
  }
  assert.equal(insideOn(off, '2025-04-18').length, 12, 'Good Friday is not in that list');
});

test('every price list can be laid out for every fuse and year', () => {
  for (const list of lists) {
    for (const fuse of [16, 20, 25] as const) {
      const { energySekPerKwh, power } = chargesOf(list, 2026, fuse);
      assert.ok(energySekPerKwh === null || energySekPerKwh.every((sek) => sek >= 0 && sek < 2));
      for (const { hourFactor } of power) assert.ok(hourFactor.some((factor) => factor > 0));
    }
  }
});
