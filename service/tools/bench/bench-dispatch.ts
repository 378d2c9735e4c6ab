/** Measures the dispatch engine on one core of this machine, warm, and the linear programmes it stands in for. */

import { median } from 'd3-array';
import { seededRandom } from '#common/seeded-random.ts';
import { cappedHours } from '#engine/battery/capped-hours.ts';
import { HORIZON_HOURS, planDayAhead } from '#engine/battery/day-ahead.ts';
import { dispatchStrategies, dispatchYear } from '#engine/battery/dispatch.ts';
import { hourPieces } from '#engine/battery/hour-pieces.ts';
import { billSek, type House, type Prices } from '#engine/battery/house.ts';
import { cheapestCaps } from '#engine/battery/monthly-caps.ts';
import { emptyPlan, planHours } from '#engine/battery/planner.ts';
import { allowedFlows, STRATEGIES, type Wishes } from '#engine/battery/strategy.ts';
import {
  generatedSpot,
  heatPumpHouse,
  plainWishes,
  retailPrices,
  testBattery,
} from '#engine/battery/test/houses.ts';
import { solveStretches, solveYearWithPeaks } from '#engine/battery/test/linear-programme.ts';
import { LISTS, type ListId, powerOf } from '#engine/battery/test/tariff-cases.ts';
import { possibleSavingsSek } from '#engine/battery/upper-bound.ts';
import { plainPower } from '#engine/tariff/plain-power.ts';
import type { PowerComponent } from '#engine/tariff/power-component.ts';
import { medianMs } from '../../../pipeline/bench/median-ms.ts';
import { CLOCK_HOURS, DAYS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { BatteryStrategy } from '../../../schemas/types.ts';
import { benchRange } from './bench-range.ts';

const WARM_UP = 10;
const RUNS = 15;
const SIZES_KWH = [0, 5, 10, 15, 20];
const CHARGE_SEK_PER_KW = 60;

const house = heatPumpHouse(1);
const spot = generatedSpot(2).map((sek) => Math.max(0, sek));
const plain = retailPrices(spot);
const charged = retailPrices(spot, CHARGE_SEK_PER_KW);
const listed = { ...plain, power: powerOf('goteborg-gnm63-2026') };
const battery = testBattery(10, 5);
const wishes = plainWishes('combined');
const { floorKwh } = battery;

function report(name: string, ms: number, note = ''): void {
  console.log(`  ${name.padEnd(52)}${ms.toFixed(3).padStart(10)} ms  ${note}`);
}

function measure(name: string, limitMs: number, run: () => void): void {
  report(name, medianMs(run, WARM_UP, RUNS), `limit ${limitMs} ms`);
}

function benchYear(strategy: BatteryStrategy, prices = plain): void {
  dispatchYear(house, prices, battery, plainWishes(strategy));
}

function benchCells(prices = plain): void {
  for (const sizeKwh of SIZES_KWH) {
    const sized = testBattery(sizeKwh, sizeKwh / 2);
    const runs = dispatchStrategies(house, prices, sized, STRATEGIES, wishes);
    for (const run of runs.values()) billSek(house, prices, run);
  }
}

const hours = cappedHours(house, battery, allowedFlows('combined', plain, wishes));
const pieces = hourPieces(hours, plain, 0);
const floor = new Float64Array(HOURS + 1).fill(floorKwh);
const stretch = (hoursAhead: number) => [
  { from: 0, to: hoursAhead, startKwh: floorKwh, leastEndKwh: floorKwh },
];
const problem = { house, prices: plain, hours, minSpreadSekPerKwh: 0 };

console.log(`Dispatch, median of ${RUNS} warm runs: 10 kWh / 5 kW, cells of 0 to 20 kWh`);
measure('plain loop of a year', 1, () => benchYear('self_consumption'));
measure('planned year, 365 x 48 hours', 5, () => planDayAhead(pieces, floor));
measure('arbitrage', 5, () => benchYear('arbitrage'));
measure('combined with a power charge and its bound', 80, () => {
  dispatchYear(house, charged, battery, wishes);
  possibleSavingsSek(house, charged, battery, wishes);
});
measure('20 cells (bills only)', 120, () => benchCells());
measure('20 cells with a power charge (bills only)', 450, () => benchCells(charged));

benchRange(house, spot, plain, 'a range: nine years', 60, report);
benchRange(house, spot, charged, 'a range with a power charge', null, report);
benchRange(house, spot, listed, 'a range under goteborg-gnm63-2026', null, report);

console.log(
  '\nCombined under a price list, run and bound: times the same with a charge on the highest hour',
);
benchLists();

console.log('\nDearest legal bodies, processor time of one run (aim 1000 ms)');
benchDearestBodies();

console.log('\nThe same problems by merging slopes and by the HiGHS solver');
const plan = emptyPlan(floorKwh);
const yearMs = medianMs(() => planHours(pieces, 0, HOURS, floorKwh, plan), WARM_UP, RUNS);
compare(
  'one 8760 hour plan',
  yearMs,
  medianMs(() => solveStretches(problem, stretch(HOURS)), 1, 3),
);
const chargedHours = cappedHours(house, battery, allowedFlows('combined', charged, wishes));
const chargedPieces = hourPieces(chargedHours, charged, 0);
const capsMs = medianMs(() => cheapestCaps(chargedPieces, charged.power, Infinity), WARM_UP, RUNS);
const uncapped = cappedHours(house, battery, allowedFlows('combined', charged, wishes));
const chargedProblem = { house, prices: charged, hours: uncapped, minSpreadSekPerKwh: 0 };
const solvedCapsMs = medianMs(() => solveYearWithPeaks(chargedProblem, stretch(HOURS)[0]), 1, 3);
compare('the twelve monthly caps', capsMs, solvedCapsMs);

const windowMs = medianMs(() => planDayAhead(pieces, floor), WARM_UP, RUNS) / DAYS;
const solvedWindowsMs = medianMs(solveWindows, 1, 3);
compare('one 48 hour plan, mean of a year', windowMs, solvedWindowsMs / DAYS);

/** Every midnight's plan from the floor, each a call of the solver. */
function solveWindows(): void {
  for (let from = 0; from < HOURS; from += CLOCK_HOURS) {
    const to = Math.min(from + HORIZON_HOURS, HOURS);
    solveStretches(problem, [{ from, to, startKwh: floorKwh, leastEndKwh: floorKwh }]);
  }
}

function compare(name: string, ms: number, solverMs: number): void {
  report(name, ms, `HiGHS ${solverMs.toFixed(1)} ms, ${(solverMs / ms).toFixed(0)} times as long`);
}

/** Interleaved with the plain charge of the list's mean price, so that both meet the same machine. */
function benchLists(): void {
  for (const list of Object.keys(LISTS) as ListId[]) {
    const power = powerOf(list);
    const meanSek = monthlyPrices(power).reduce((sum, sek) => sum + sek, 0) / MONTHS;
    const ms = [
      { ...plain, power },
      { ...plain, power: plainPower(meanSek) },
    ].map((prices) => ({
      prices,
      run: [] as number[],
      whole: [] as number[],
    }));
    for (let i = 0; i < WARM_UP + RUNS; i++) {
      for (const { prices, run, whole } of ms) {
        const begin = performance.now();
        dispatchYear(house, prices, battery, wishes);
        run.push(performance.now() - begin);
        possibleSavingsSek(house, prices, battery, wishes);
        whole.push(performance.now() - begin);
      }
    }
    const [own, other] = ms.map(({ run, whole }) => [run, whole].map((all) => medianOf(all)));
    const limit = power.length === 1 ? 2 : 4;
    const ratios = `${(own[0] / other[0]).toFixed(2)} run, ${(own[1] / other[1]).toFixed(2)} with its bound`;
    report(`${list} (${LISTS[list]})`, own[1], `${ratios}, limit ${limit}`);
  }
}

/** Sum of the components that bill each month, SEK per kW. */
function monthlyPrices(power: readonly PowerComponent[]): number[] {
  return Array.from({ length: MONTHS }, (_, month) =>
    power.reduce((sum, { sekPerKwMonth, hourFactor }) => {
      const hours = hourFactor.subarray(MONTH_START[month], MONTH_START[month + 1]);
      return hours.some((factor) => factor > 0) ? sum + sekPerKwMonth : sum;
    }, 0),
  );
}

function medianOf(ms: number[]): number {
  return median(ms.slice(WARM_UP)) ?? 0;
}

/** Bodies whose stores have thousands of segments, or whose caps are far apart; sizes as a request may have them. */
function benchDearestBodies(): void {
  const random = seededRandom(9);
  const noise = (low: number, high: number) =>
    Float64Array.from({ length: HOURS }, () => low + (high - low) * random());
  const noisy = { loadKwh: noise(0, 0.5), pvKwh: noise(0, 0.5) };
  const outOfOrder = {
    importSekPerKwh: noise(-100, 100),
    exportSekPerKwh: noise(-100, 100),
    monthlyFeeSek: 0,
    power: plainPower(1),
  };
  // Prices of nine orders of magnitude lie in few parts of their range.
  const signed = (digits: number, t: number) => (t % 2 === 0 ? 100 : -100) * 10 ** digits;
  const small = () => noise(-9, 0).map(signed);
  const bunched = { ...outOfOrder, importSekPerKwh: small(), exportSekPerKwh: small() };
  const swinging = { loadKwh: noise(0, 5), pvKwh: noise(0, 5) };
  const sunny = { loadKwh: noise(2.7, 6.2), pvKwh: noise(0, 21) };
  const dearSale = {
    importSekPerKwh: noise(-0.13, 0.2),
    exportSekPerKwh: noise(-24, 36),
    monthlyFeeSek: 0,
    power: plainPower(0.016),
  };
  const flat = { loadKwh: noise(1, 1.01), pvKwh: noise(0, 0.01) };
  const cheapPower = { ...outOfOrder, power: plainPower(0.001) };
  const withoutArbitrage: Wishes = { ...wishes, priority: ['peak_shaving', 'self_consumption'] };
  const sizes = (least: number, step: number) =>
    Array.from({ length: 25 }, (_, i) => least + i * step);
  const large = sizes(760, 10);
  const usual = sizes(5, 1);
  benchDear('single: 1000 kWh, 20 kW, noise', () => single(noisy, charged, 1000, 20));
  benchDear('single: 1000 kWh, 0.5 kW, noise', () => single(noisy, charged, 1000, 0.5));
  benchDear('25 sizes of 5 to 29 kWh, combined', () => combinedCells(house, charged, usual, 5));
  benchDear('25 sizes of 760 to 1000 kWh, 20 kW, combined', () =>
    combinedCells(house, charged, large, 20),
  );
  benchDear('the same with a program: half and whole', () =>
    withProgram(house, charged, large, 20),
  );
  benchDear('the same without a program and the arbitrage goal', () =>
    combinedCells(house, charged, large, 20, withoutArbitrage),
  );
  benchDear('25 sizes of 5 to 29 kWh, prices out of order', () =>
    combinedCells(house, outOfOrder, usual, 5),
  );
  benchDear('25 sizes of 760 to 1000 kWh, out of order', () =>
    combinedCells(house, outOfOrder, large, 0.5),
  );
  benchDear('5 to 29 kWh, out of order, with a program', () =>
    withProgram(house, outOfOrder, usual, 5),
  );
  benchDear('the same, bunched prices', () => withProgram(house, bunched, usual, 5));
  benchDear('the same, a swinging house, 20 kW', () =>
    withProgram(swinging, outOfOrder, usual, 20),
  );
  benchDear('the same, hardly a power charge', () => withProgram(swinging, cheapPower, usual, 20));
  benchDear('760 to 1000 kWh, 20 kW, out of order, with a program', () =>
    withProgram(house, outOfOrder, large, 20),
  );
  benchDear('the same, 3 kW and 60 SEK for a kW', () =>
    withProgram(house, { ...outOfOrder, power: plainPower(60) }, large, 3),
  );
  for (const list of ['jonkoping-effekt-2025', 'tekniska-linkoping-std-2026'] as const) {
    benchDear(`the same, 3 kW under ${list}`, () =>
      withProgram(house, { ...outOfOrder, power: powerOf(list) }, large, 3),
    );
  }
  benchDear('a flat house without the arbitrage goal', () =>
    withProgram(flat, outOfOrder, usual, 5, withoutArbitrage),
  );
  benchDear('760 to 1000 kWh, 60 kW, of which a twelfth comes back', () => {
    for (const kwh of [...large, ...large.map((size) => size - 5)]) {
      dispatchYear(sunny, dearSale, testBattery(kwh, 60, 0.087), withoutArbitrage);
    }
  });
}

function single(of: House, prices: Prices, capacityKwh: number, powerKw: number): void {
  const store = testBattery(capacityKwh, powerKw);
  dispatchYear(of, prices, store, wishes);
  possibleSavingsSek(of, prices, store, wishes);
}

function combinedCells(
  of: House,
  prices: Prices,
  sizesKwh: number[],
  powerKw: number,
  goals: Wishes = wishes,
): void {
  for (const sizeKwh of sizesKwh) dispatchYear(of, prices, testBattery(sizeKwh, powerKw), goals);
}

/** Costs with a program that reserves half of each battery: the whole ones are compared, too. */
function withProgram(
  of: House,
  prices: Prices,
  sizesKwh: number[],
  powerKw: number,
  goals: Wishes = wishes,
): void {
  combinedCells(of, prices, sizesKwh, powerKw, goals);
  const half = sizesKwh.map((kwh) => kwh / 2);
  combinedCells(of, prices, half, powerKw / 2, goals);
}

function benchDear(name: string, run: () => void): void {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  report(name, (user + system) / 1000);
}
