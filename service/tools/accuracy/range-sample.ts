/** Prints the range of a house's savings beside that of years in which all drivers are drawn at once. */
import { houseRange, totalSek } from '#engine/range/house-range.ts';
import type { Range } from '#engine/range/quantiles.ts';
import { rangeYears, type YearSavings } from '#engine/range/range-years.ts';
import { caseOf, drawnRange, drawnSavings } from '#engine/range/test/drawn-years.ts';

const YEARS = 250;
const LIFETIME_YEARS = 25;
const TARGET_PCT = 7;

console.log(
  `\nSavings of a year, SEK: by the range (of ${YEARS} years drawn), off by, % of the drawn width; target ${TARGET_PCT}`,
);
print('', ['nine years of ten above', 'half of all', 'one of ten above', 'width, %']);
for (const strategy of ['self_consumption', 'combined'] as const) {
  const houseCase = caseOf(strategy);
  const { savingsSek, batterySavingsSek } = houseRange(rangeYears(houseCase), LIFETIME_YEARS);
  const drawn = drawnSavings(houseCase, YEARS);
  printRange(`${strategy}, all`, savingsSek, drawn, totalSek);
  printRange(`${strategy}, battery`, batterySavingsSek, drawn, ({ batterySek }) => batterySek);
}

function printRange(
  name: string,
  range: Range,
  years: readonly YearSavings[],
  of: (year: YearSavings) => number,
): void {
  const drawn = drawnRange(years.map(of));
  const width = drawn.p10 - drawn.p90;
  const cells = (['p90', 'p50', 'p10'] as const).map((key) => {
    const offPct = (100 * (range[key] - drawn[key])) / width;
    return `${range[key].toFixed(0)} (${drawn[key].toFixed(0)}) ${offPct.toFixed(1)}`;
  });
  print(name, [...cells, (100 * ((range.p10 - range.p90) / width)).toFixed(0)]);
}

function print(label: string, cells: readonly string[]): void {
  console.log(`  ${label.padEnd(28)}${cells.map((cell) => cell.padStart(24)).join('')}`);
}
