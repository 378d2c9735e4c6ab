/** Prints how lively the household model is beside measured houses, without an artifact but the record of houses. */
import { readFileSync } from 'node:fs';
import { deviation, mean, sum } from 'd3-array';
import { houseLoad, useLoads } from '#engine/house/house-load.ts';
import { houseYear } from '#engine/house/house-year.ts';
import measured from '../../../fixtures/house-liveliness.json' with { type: 'json' };
import recipe from '../../../fixtures/recipe.json' with { type: 'json' };
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { Household } from '../../../schemas/types.ts';
import {
  correlation,
  daySums,
  daysOf,
  hourSpread,
  januaryFigures,
  monthOf,
  yearFigures,
} from './house-figures.ts';

const FIXTURES = new URL('../../../fixtures/', import.meta.url);
const RECORD: Household = JSON.parse(
  readFileSync(new URL(recipe.prices.household, FIXTURES), 'utf8'),
);
const { name: TOWN, temperature_c: MONTH_C } = RECORD.towns.SE3;
const YEAR = houseYear(MONTH_C, recipe.prices.year);

const NAMES = {
  highest_hour_kw: 'highest hour, kW',
  monthly_peak_kw: 'mean of the monthly peaks, kW',
  january_spread: 'January: deviation over mean',
  january_lag_1: 'January: correlation with the hour before',
  july_spread: 'July: deviation over mean',
  lag_24: 'January: correlation with the day before',
  share_9_to_16: 'January: share of the hours 9 to 16',
  quantile_5: 'January: 5 % quantile over mean',
  quantile_99: 'January: 99 % quantile over mean',
  spread_of_days: 'January: deviation of the days over mean',
};

printTotals();
printHeatPumps();
printRest();

function load(yearlyKwh: number, evKmPerDay = 0): Float64Array {
  return houseLoad(RECORD, MONTH_C, recipe.prices.year, { yearlyKwh, evKmPerDay });
}

function printTotals(): void {
  const { kwh, ...bands } = measured.totals;
  const found = kwh.map((total) => yearFigures(load(total)));
  console.log(`\nLiveliness of a house's hours: ${TOWN}; in brackets, measured houses`);
  print(
    '',
    kwh.map((total) => `${total} kWh`),
  );
  for (const name of Object.keys(bands) as (keyof typeof bands)[]) {
    print(
      NAMES[name],
      found.map((figures, i) => besideBand(figures[name], bands[name][i])),
    );
  }
}

function printHeatPumps(): void {
  const { kwh, ...bands } = measured.heat_pump_january;
  const found = kwh.map((total) => januaryFigures(load(total)));
  for (const name of Object.keys(bands) as (keyof typeof bands)[]) {
    print(NAMES[name], ['', ...found.map((figures) => besideBand(figures[name], bands[name]))]);
  }
}

function printRest(): void {
  const { car, hour_spread, daily_temperature, heat_months_pct } = measured;
  const charged = load(15_000, 40);
  const nights = daySums(charged.map((kwh, t) => kwh - load(15_000)[t])).filter(
    (kwh) => kwh > 0.01,
  );
  console.log('');
  print('with 40 km a day on 15 000 kWh: January peak, kW', [
    besideBand(Math.max(...monthOf(charged, 0)), car.january_peak_kw),
  ]);
  print('  nights in which it charges', [besideBand(nights.length, car.charging_nights, 0)]);
  print('5 000 kWh, January: deviation of a clock hour over mean', [
    besideBand(hourSpread(load(5000)), hour_spread.values),
  ]);
  const months = Array.from({ length: MONTHS }, (_, month) => daysOf(YEAR.dayC, month));
  const lag1 = mean(months, (days) => correlation(days, 1)) ?? 0;
  print('temperature: correlation with the day before', [
    `${lag1.toFixed(2)} (${daily_temperature.lag_1})`,
  ]);
  for (const [name, month, band] of [
    ['January', 0, daily_temperature.january_sd_c],
    ['July', 6, daily_temperature.july_sd_c],
  ] as const) {
    const sd = deviation(months[month]) ?? 0;
    print(`temperature: deviation of the days in ${name}, K`, [besideBand(sd, band)]);
  }
  const { space_heat } = useLoads(RECORD, YEAR, 15_000);
  const shares = months.map(
    (_, month) => (100 * sum(monthOf(space_heat, month))) / sum(space_heat),
  );
  print('heat by month, %', [shares.map((share) => share.toFixed(1)).join(' ')]);
  print('  degree days of SMHI', [
    heat_months_pct.values.map((share) => share.toFixed(1)).join(' '),
  ]);
}

function besideBand(value: number, band: readonly number[], decimals = 2): string {
  return `${value.toFixed(decimals)} (${band.join('..')})`;
}

function print(label: string, cells: readonly string[]): void {
  console.log(`  ${label.padEnd(56)}${cells.map((cell) => cell.padStart(18)).join('')}`);
}
