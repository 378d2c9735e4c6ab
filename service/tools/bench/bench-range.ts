import { median } from 'd3-array';
import { dispatchYear } from '#engine/battery/dispatch.ts';
import type { House, Prices } from '#engine/battery/house.ts';
import { plainWishes, testBattery } from '#engine/battery/test/houses.ts';
import { houseRange } from '#engine/range/house-range.ts';
import { type RangeCase, rangeYears } from '#engine/range/range-years.ts';
import { yearSpreads } from '#engine/range/year-spreads.ts';

const WARM_UP = 10;
const RUNS = 15;
/** Nine years and their bills; five share what looks at no price. */
const LIMIT = 11;

/** Measures a range and one dispatch of the same house in turn, so that both meet the same machine. */
export function benchRange(
  house: House,
  spot: Float64Array,
  prices: Prices,
  name: string,
  report: (name: string, ms: number, note: string) => void,
): void {
  const wishes = plainWishes('combined');
  const rangeCase: RangeCase = {
    house,
    prices,
    battery: {
      ...wishes,
      capacityKwh: 10,
      powerKw: 5,
      socMin: 0.1,
      socMax: 1,
      roundTripEfficiency: 0.9,
    },
    program: null,
    market: { importSekPerKwh: spot.map((sek) => 1.25 * sek), exportSekPerKwh: spot },
    spreads: yearSpreads('SE3'),
    sun: { low: 0.93, high: 1.07 },
    heatShare: 7 / 15,
  };
  const [one, whole]: number[][] = [[], []];
  for (let i = -WARM_UP; i < RUNS; i++) {
    const begin = performance.now();
    dispatchYear(house, prices, testBattery(10, 5), wishes);
    const between = performance.now();
    houseRange(rangeYears(rangeCase), 25);
    const end = performance.now();
    if (i < 0) continue;
    one.push(between - begin);
    whole.push(end - between);
  }
  const [oneMs, wholeMs] = [one, whole].map((ms) => median(ms) ?? Number.NaN);
  report(name, wholeMs, `${(wholeMs / oneMs).toFixed(1)} times a dispatch, limit ${LIMIT}`);
}
