/** Prints the tails of a roof's year beside those of measured years, and what they do to houses. */
import { fileURLToPath } from 'node:url';
import { max, mean } from 'd3-array';
import { readPrices } from '../../../schemas/codec/read-artifact.ts';
import { BATTERIES_KWH } from './roofs.ts';
import { countWithin, housesOff, madeFigures, SUN_YEARS } from './sun-years.ts';

const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url));
const KWP = 10;

const prices = await readPrices(`${ARTIFACTS}prices.bin`);
const made = SUN_YEARS.map((year) => madeFigures(prices, year));
const off = made.map((figures, i) => housesOff(figures, SUN_YEARS[i]));

console.log(
  `\nTails of a roof's hours, ${KWP} kWp to the south: made of the months of two years measured at Lyngby; in brackets, the years themselves`,
);
print('', ['first year', 'second year', 'target']);
printTails();
printHouses();

function printTails(): void {
  const beside = (of: (tails: (typeof made)[number]['tails']) => string, target: string) => [
    ...made.map(({ tails }, i) => `${of(tails)} (${of(SUN_YEARS[i].tails)})`),
    target,
  ];
  print(
    'correlation of an hour with the one before',
    beside((tails) => tails.hour_correlation.toFixed(2), '0.75 to 0.85'),
  );
  print(
    '99 % change from hour to hour, kW',
    beside((tails) => (KWP * tails.ramp_99).toFixed(2), 'within 6 %'),
  );
  print(
    'longest run of days below half their month, days',
    beside((tails) => tails.dull_run_days.toFixed(0), '7 to 11'),
  );
  print(
    'dullest week, kWh',
    beside((tails) => (KWP * tails.dullest_week).toFixed(1), 'within 25 %'),
  );
}

/** Own use in points, savings in %; six houses and five figures a year. */
function printHouses(): void {
  const names = [
    'own use too high by, points: mean (furthest)',
    'savings of the roof, %',
    ...BATTERIES_KWH.map((kwh) => `savings of ${kwh} kWh self_consumption, %`),
  ];
  for (const [i, name] of names.entries()) {
    const cells = off.map((houses) => meanAndFurthest(houses.map((figures) => figures[i])));
    print(name, [...cells, i < 2 ? '1.0' : '4']);
  }
  const counts = off.map((houses) => `${countWithin(houses)} of ${houses.flat().length}`);
  print('of these, within the target', [...counts, '26']);
}

function meanAndFurthest(values: readonly number[]): string {
  const furthest = max(values, Math.abs) ?? 0;
  return `${(mean(values) ?? 0).toFixed(1)} (${furthest.toFixed(1)})`;
}

function print(label: string, cells: readonly string[]): void {
  console.log(`  ${label.padEnd(50)}${cells.map((cell) => cell.padStart(18)).join('')}`);
}
