import type { RangeDriver, RangePayback, SimulationRange } from '../../../schemas/types.ts';
import { groupDigits, padCell } from './digits.ts';

/** The drivers in 18 characters. */
const DRIVERS: Record<RangeDriver['driver'], string> = {
  price_level: 'mean price',
  price_spread: 'spread of days',
  sun: 'sun',
  load: 'cold, by its heat',
};

/** The range of a year's savings, and what moves it. */
export function rangeTable({ savings_sek, drivers, payback }: SimulationRange): string {
  const { p90, p50, p10 } = savings_sek;
  const row = (label: string, sek: number) => `  ${label.padEnd(40)}${padCell(sek, 10)}`;
  return [
    'Saved in a year over years of prices, sun and cold, SEK',
    row('nine years in ten save more than', p90),
    row('five years in ten', p50),
    row('one year in ten', p10),
    '  With one of them alone low and high, each as it is in one year of ten:',
    ...drivers.map(driverRow),
    ...(payback ? [paybackRow(payback)] : []),
  ].join('\n');
}

function driverRow({ driver, low_pct, high_pct, savings_sek: { low, high }, years }: RangeDriver) {
  const ends = `${signed(low_pct)} to ${signed(high_pct)} %`.padEnd(16);
  const sums = `${padCell(low, 8)} to ${groupDigits(high)}`.padEnd(21);
  return `  ${DRIVERS[driver].padEnd(18)}${ends}${sums} ${years.replaceAll(' to ', '-')}`;
}

function signed(pct: number): string {
  return `${pct > 0 ? '+' : ''}${Math.round(pct)}`;
}

function paybackRow({ years: { p90, p50, p10 } }: RangePayback): string {
  const yearsText = (years: number | null) => (years === null ? 'not in 25' : years.toFixed(1));
  return `  paid back in years: ${yearsText(p10)}, ${yearsText(p50)}, ${yearsText(p90)} (one, five, nine in ten)`;
}
