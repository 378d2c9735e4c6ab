import type { GridTariff } from '../types.ts';

/** A price list with all that the rule language has. */
export const RICH_TARIFF: GridTariff = {
  id: 'rich-2025',
  company: 'Rich Elnät',
  product: 'All',
  default: true,
  valid_from: '2025-01-01',
  valid_to: '2025-12-31',
  status: 'ended',
  source: ['Made up for tests'],
  as_of: '2025-10-27',
  trust: 'C',
  clock: 'local',
  holidays: ['new_year', 'epiphany', 'midsummer_eve'],
  fixed_sek_per_year: { '16': 1200, '20': 2400, '25': null },
  energy_ore_per_kwh: [
    { ore: 40, when: [{ months: [11, 12, 1, 2, 3], days: 'workday', hours: [[6, 22]] }] },
    { ore: 5, spot_share: 0.1, spot: 'hour', spot_incl_vat: true, zone: 'SE4', fuses: [16, 20] },
    { ore: 10 },
  ],
  power: [
    {
      name: 'base',
      sek_per_kw_month: 40,
      statistic: { interval: 'PT1H', highest: 3, distinct_days: true, reduce: 'mean' },
      factor_hours: [{ hours: [[22, 6]], factor: 0.5 }],
      zero_at_or_below_kw: 1,
    },
    {
      name: 'winter',
      sek_per_kw_month: 60,
      when: [{ months: [12, 1, 2], days: 'workday', hours: [[7, 19]] }],
      statistic: { interval: 'PT1H', highest: 2, distinct_days: false, reduce: 'mean' },
      fuses: [20, 25],
      unstated: ['interval'],
    },
  ],
  notes: 'Made up.',
};

/**
 * Errors that a list may have: a path to a value, a value for it (undefined leaves it out), and the field that a
 * refusal names.
 */
export const WRONG_TARIFFS: [way: (string | number)[], value: unknown, field: string][] = [
  [['clock'], 'utc', 'clock'],
  [['clock'], null, 'clock'],
  [['holidays'], ['christmas'], 'holidays[0]'],
  [['holidays'], ['epiphany', 'epiphany'], 'holidays'],
  [['holidays'], 'epiphany', 'holidays'],
  [['holidays'], ['2025-01-06'], 'holidays[0]'],
  [['fixed_sek_per_year'], 4000, 'fixed_sek_per_year'],
  [['fixed_sek_per_year', '20'], -1, 'fixed_sek_per_year.20'],
  [['fixed_sek_per_year', '20'], undefined, 'fixed_sek_per_year.20'],
  [['fixed_sek_per_year', '35'], 9000, 'fixed_sek_per_year.35'],
  [['energy_ore_per_kwh'], [], 'energy_ore_per_kwh'],
  [['energy_ore_per_kwh'], undefined, 'energy_ore_per_kwh'],
  [['energy_ore_per_kwh'], 12.5, 'energy_ore_per_kwh'],
  [['energy_ore_per_kwh', 0, 'ore'], '40', 'energy_ore_per_kwh[0].ore'],
  [['energy_ore_per_kwh', 0, 'ore'], -3, 'energy_ore_per_kwh[0].ore'],
  [['energy_ore_per_kwh', 2, 'fuses'], [16, 20], 'energy_ore_per_kwh'],
  [['energy_ore_per_kwh', 2, 'when'], [{ days: 'offday' }], 'energy_ore_per_kwh'],
  [['energy_ore_per_kwh', 0, 'when'], undefined, 'energy_ore_per_kwh[1]'],
  [['energy_ore_per_kwh', 1, 'fuses'], undefined, 'energy_ore_per_kwh[2]'],
  [['energy_ore_per_kwh', 1, 'spot'], undefined, 'energy_ore_per_kwh[1].spot'],
  [['energy_ore_per_kwh', 1, 'spot'], 'day', 'energy_ore_per_kwh[1].spot'],
  [['energy_ore_per_kwh', 1, 'spot_share'], undefined, 'energy_ore_per_kwh[1].spot'],
  [['energy_ore_per_kwh', 1, 'spot_share'], 7.7, 'energy_ore_per_kwh[1].spot_share'],
  [['energy_ore_per_kwh', 1, 'spot_incl_vat'], 'yes', 'energy_ore_per_kwh[1].spot_incl_vat'],
  [['energy_ore_per_kwh', 1, 'zone'], 'SE5', 'energy_ore_per_kwh[1].zone'],
  [['energy_ore_per_kwh', 2, 'zone'], 'SE4', 'energy_ore_per_kwh[2].zone'],
  [['energy_ore_per_kwh', 0, 'fuses'], [35], 'energy_ore_per_kwh[0].fuses[0]'],
  [['energy_ore_per_kwh', 0, 'when', 0, 'months'], [0], 'energy_ore_per_kwh[0].when[0].months[0]'],
  [['energy_ore_per_kwh', 0, 'when', 0, 'days'], 'holiday', 'energy_ore_per_kwh[0].when[0].days'],
  [['energy_ore_per_kwh', 0, 'when', 0], {}, 'energy_ore_per_kwh[0].when[0]'],
  [['power'], undefined, 'power'],
  [['power'], null, 'power'],
  [['power', 0, 'name'], 'winter', 'power[1].name'],
  [['power', 0, 'sek_per_kw_month'], -40, 'power[0].sek_per_kw_month'],
  [['power', 0, 'sek_per_kw_month'], undefined, 'power[0].sek_per_kw_month'],
  [['power', 0, 'statistic'], undefined, 'power[0].statistic'],
  [['power', 0, 'statistic', 'interval'], 'PT15M', 'power[0].statistic.interval'],
  [['power', 0, 'statistic', 'highest'], 0, 'power[0].statistic.highest'],
  [['power', 0, 'statistic', 'highest'], 2.5, 'power[0].statistic.highest'],
  [['power', 0, 'statistic', 'distinct_days'], 1, 'power[0].statistic.distinct_days'],
  [['power', 0, 'statistic', 'reduce'], 'max', 'power[0].statistic.reduce'],
  [['power', 0, 'factor_hours', 0, 'factor'], 0, 'power[0].factor_hours[0].factor'],
  [['power', 0, 'factor_hours', 0, 'hours'], [[6, 6]], 'power[0].factor_hours[0].hours[0]'],
  [
    ['power', 0, 'factor_hours', 1],
    { hours: [[5, 7]], factor: 0.25 },
    'power[0].factor_hours[1].hours',
  ],
  [['power', 0, 'zero_at_or_below_kw'], -1, 'power[0].zero_at_or_below_kw'],
  [['power', 1, 'when'], [], 'power[1].when'],
  [['power', 1, 'when'], { months: [1] }, 'power[1].when'],
  [['power', 1, 'when', 0, 'hours'], [[7, 25]], 'power[1].when[0].hours[0][1]'],
  [['power', 1, 'when', 0, 'hours'], [[24, 6]], 'power[1].when[0].hours[0]'],
  [['power', 1, 'when', 0, 'hours'], [7, 19], 'power[1].when[0].hours[0]'],
  [['power', 1, 'when', 0, 'hours'], [[7, 19, 21]], 'power[1].when[0].hours[0]'],
  [['power', 1, 'when', 0, 'month'], [1], 'power[1].when[0].month'],
  [['power', 1, 'fuses'], [], 'power[1].fuses'],
  [['power', 1, 'price'], 60, 'power[1].price'],
  [['valid_to'], '2024-12-31', 'valid_to'],
  [['valid_from'], '2025-13-01', 'valid_from'],
  [['incl_vat'], false, 'incl_vat'],
];

/** The rich list with one thing wrong. */
export function wrongTariff(way: readonly (string | number)[], value: unknown): unknown {
  const list: unknown = structuredClone(RICH_TARIFF);
  const names = [...way];
  const last = names.pop() ?? '';
  const at = names.reduce((node, name) => (node as Record<string, unknown>)[name], list);
  const parent = at as Record<string, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return list;
}
