import { median } from 'd3-array';
import { dispatchYear } from '#engine/battery/dispatch.ts';
import type { House, Prices } from '#engine/battery/house.ts';
import { plainWishes, testBattery } from '#engine/battery/test/houses.ts';
import { houseRange } from '#engine/range/house-range.ts';
import { type RangeCase, rangeYears } from '#engine/range/range-years.ts';
import { caseOf } from '#engine/range/test/drawn-years.ts';

const WARM_UP = 3;
const RUNS = 15;
const LIFETIME_YEARS = 25;
/** The middle year and two for each driver. */
const YEARS = 9;
/**
 * Bills come to the nine dispatches, and five of the years share what looks at no price: 0.9 to 1.1; 1.36 at most, while
 * the engine has compiled the dispatch for this house alone. Bounds would make it two and more.
 */
const LIMIT = 1.5;

/**
 * Measures the processor time of a range and of nine dispatches of the same house in turn. Their ratio has the limit,
 * since work of the same length meets the same load.
 * @param targetMs what a range is to take on an idle core
 */
export function benchRange(
  house: House,
  spot: Float64Array,
  prices: Prices,
  name: string,
  targetMs: number | null,
  report: (name: string, ms: number, note: string) => void,
): void {
  const market = { importSekPerKwh: spot.map((sek) => 1.25 * sek), exportSekPerKwh: spot };
  const rangeCase: RangeCase = { ...caseOf('combined'), house, prices, market };
  const wishes = plainWishes('combined');
  const dispatches = () => {
    for (let i = 0; i < YEARS; i++) dispatchYear(house, prices, testBattery(10, 5), wishes);
  };
  const [wholes, ratios]: number[][] = [[], []];
  for (let i = -WARM_UP; i < RUNS; i++) {
    const alone = cpuMs(dispatches);
    const whole = cpuMs(() => houseRange(rangeYears(rangeCase), LIFETIME_YEARS));
    if (i < 0) continue;
    wholes.push(whole);
    ratios.push(whole / alone);
  }
  const target = targetMs === null ? '' : `target ${targetMs} ms; `;
  const times = (median(ratios) ?? Number.NaN).toFixed(2);
  const note = `${target}${times} times nine dispatches, limit ${LIMIT}`;
  report(name, median(wholes) ?? Number.NaN, note);
}

/** Processor time. */
function cpuMs(run: () => unknown): number {
  const began = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
