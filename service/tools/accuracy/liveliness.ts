/** Prints how lively a roof's hours are compared with typical days and measured years, and what that does to a house. */
import { fileURLToPath } from 'node:url';
import { deviation, mean, sum } from 'd3-array';
import {
  clearnessQuantile,
  clearnessShape,
  greatestClearness,
} from '#common/solar/hours/daily-clearness.ts';
import { summerTimeOf } from '#common/stockholm-time.ts';
import measured from '../../../fixtures/liveliness.json' with { type: 'json' };
import { CLOCK_HOURS, MONTH_DAYS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { parseSimulationRequest } from '../../api/simulation/request.ts';
import { answerSimulation } from '../../api/simulation/response.ts';
import { simulationCase } from '../../api/simulation/simulation-case.ts';
import { roofYear } from '../../api/yield/roof-year.ts';
import { parseSeries } from '../../api/yield/series-request.ts';

const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url));
const PLACE = { lat: 59.33, lng: 18.07 };
const KWP = 10;
const ROOF = { ...PLACE, faces: [{ tilt: 40, azimuth: 180, kwp: KWP }] };
const BRIGHT_KW_PER_KWP = 0.6;

const spreads = measured.spread_of_days;
const SEASONS = [
  { name: 'December to February', months: [11, 0, 1], measured: spreads.december_to_february },
  { name: 'March to May', months: [2, 3, 4], measured: spreads.march_to_may },
  { name: 'June to August', months: [5, 6, 7], measured: spreads.june_to_august },
  { name: 'September to November', months: [8, 9, 10], measured: spreads.september_to_november },
];

const prices = await readPrices(`${ARTIFACTS}prices.bin`);
const summerTime = summerTimeOf(prices.header.spot.year);
const artifact = await readPvYield(`${ARTIFACTS}pv-yield.bin`);
const { hourlyKwh } = roofYear(artifact, parseSeries(ROOF), summerTime);
const typicalKwh = typicalDays(hourlyKwh);

console.log(
  `\nLiveliness of a roof's hours: Stockholm, tilt 40 facing south, ${KWP} kWp, house of 15 000 kWh; measured: Lyngby, Foulum`,
);
print('', ['typical days', 'series', 'measured']);
printHours();
printHouse();
printDailyClearness();

function printHours(): void {
  const both = [typicalKwh, hourlyKwh];
  const { share_above_0_6: bright, lag_1 } = measured;
  print(`energy above ${BRIGHT_KW_PER_KWP} kW/kWp`, [
    ...both.map((hours) => shareAbove(hours, BRIGHT_KW_PER_KWP * KWP).toFixed(3)),
    formatValues(bright.values, 3),
  ]);
  for (const season of SEASONS) {
    const spread = both.map((hours) => spreadOfDays(hours, season.months).toFixed(2));
    print(`spread of a day's energy, ${season.name}`, [
      ...spread,
      formatValues(season.measured, 2),
    ]);
  }
  print('correlation of a day with the one before', [
    '',
    lag1(hourlyKwh).toFixed(2),
    lag_1.values.join(' to '),
  ]);
}

/** The whole chain in one process: the roof without a battery, and a battery of 10 kWh. */
function printHouse(): void {
  const [typical, series] = [typicalKwh, hourlyKwh].map(houseOf);
  const figures = (of: (house: typeof typical) => string) => [of(typical), of(series)];
  const points = typical.ownUsePct - series.ownUsePct;
  const percent = 100 * (typical.pvSek / series.pvSek - 1);
  const { self_consumption_points, pv_savings_pct } = measured.typical_above_measured;
  print('own use of the PV, %', [...figures((house) => house.ownUsePct.toFixed(1)), '']);
  print('saved by PV, SEK', [...figures((house) => house.pvSek.toFixed(0)), '']);
  print('saved by 10 kWh self_consumption, SEK', [
    ...figures((house) => house.storedSek.toFixed(0)),
    '',
  ]);
  print('saved by 10 kWh combined, SEK', [...figures((house) => house.combinedSek.toFixed(0)), '']);
  print('typical days read own use too high by, points', [
    '',
    points.toFixed(1),
    formatValues(self_consumption_points, 1),
  ]);
  print('typical days read PV savings too high by, %', [
    '',
    percent.toFixed(1),
    formatValues(pv_savings_pct, 1),
  ]);
}

function printDailyClearness(): void {
  console.log(
    '\nDaily clearness over the mean of its month: coefficient of variation, 10 % and 90 % quantile',
  );
  print('', ['typical days', 'distribution', 'measured']);
  for (const { mean: clearness, cv, q10, q90 } of measured.daily_clearness.values) {
    const of = (u: number) =>
      clearnessQuantile(u, greatestClearness(clearness), clearnessShape(clearness)) / clearness;
    const days = Array.from({ length: 1000 }, (_, i) => of((i + 0.5) / 1000));
    const found = [deviation(days) ?? 0, of(0.1), of(0.9)];
    print(`mean clearness ${clearness}`, [
      '0 1 1',
      found.map((value) => value.toFixed(2)).join(' '),
      [cv, q10, q90].map((value) => value.toFixed(2)).join(' '),
    ]);
  }
}

function houseOf(hours: Float64Array) {
  const saved = (battery?: object) => {
    const pv = { hourly_kwh: Array.from(hours) };
    const request = parseSimulationRequest({
      location: PLACE,
      pv,
      ...(battery ? { battery } : {}),
    });
    return answerSimulation(simulationCase(request, prices)).yearly;
  };
  const storing = (strategy: string) => saved({ capacity_kwh: 10, strategy }).battery.savings_sek;
  const alone = saved();
  return {
    ownUsePct: alone.self_consumption_pct,
    pvSek: alone.savings_sek,
    storedSek: storing('self_consumption'),
    combinedSek: storing('combined'),
  };
}

/** The mean day of each month, on every day of it. */
function typicalDays(hours: Float64Array): Float64Array {
  const typical = new Float64Array(hours.length);
  for (let month = 0; month < MONTHS; month++) {
    const first = MONTH_START[month];
    const day = new Float64Array(CLOCK_HOURS);
    for (let t = first; t < MONTH_START[month + 1]; t++) {
      day[t % CLOCK_HOURS] += hours[t] / MONTH_DAYS[month];
    }
    for (let d = 0; d < MONTH_DAYS[month]; d++) typical.set(day, first + d * CLOCK_HOURS);
  }
  return typical;
}

function shareAbove(hours: Float64Array, kwh: number): number {
  return sum(hours.filter((hour) => hour > kwh)) / sum(hours);
}

/** Energy of each day of a month over the month's mean. */
function relativeDays(hours: Float64Array, month: number): number[] {
  const own = hours.subarray(MONTH_START[month], MONTH_START[month + 1]);
  const each = sum(own) / MONTH_DAYS[month];
  return Array.from({ length: MONTH_DAYS[month] }, (_, day) => {
    const first = day * CLOCK_HOURS;
    return sum(own.subarray(first, first + CLOCK_HOURS)) / each;
  });
}

/** Coefficient of variation within months. */
function spreadOfDays(hours: Float64Array, months: readonly number[]): number {
  return mean(months, (month) => deviation(relativeDays(hours, month)) ?? 0) ?? 0;
}

/** Correlation of a day's energy with that of the day before, within months. */
function lag1(hours: Float64Array): number {
  let together = 0;
  let own = 0;
  for (let month = 0; month < MONTHS; month++) {
    const off = relativeDays(hours, month).map((share) => share - 1);
    own += sum(off.map((value) => value ** 2));
    together += sum(off.slice(1).map((value, day) => value * off[day]));
  }
  return together / own;
}

function formatValues(values: readonly number[], decimals: number): string {
  return values.map((value) => value.toFixed(decimals)).join(', ');
}

function print(label: string, cells: readonly string[]): void {
  console.log(`  ${label.padEnd(48)}${cells.map((cell) => cell.padStart(18)).join('')}`);
}
