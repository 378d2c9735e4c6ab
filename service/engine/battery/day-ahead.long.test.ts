import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOCK_HOURS, DAYS, HOURS } from '../../../schemas/codec/axes.ts';
import { acFlows, allowedFlows } from './battery.ts';
import { cappedHours } from './caps.ts';
import { HORIZON_HOURS, planDayAhead } from './dispatch.ts';
import { idleFlows } from './house.ts';
import { marginalCostSegments } from './marginal-cost-segments.ts';
import { emptyPlan, planHours } from './planner.ts';
import {
  energySek,
  generatedSpot,
  heatPumpHouse,
  plainOptions,
  publishedSpot,
  retailPrices,
  testBattery,
} from './test/houses.ts';
import { type PlannedRange, type Problem, solveRanges } from './test/linear-programme.ts';

/** Windows in one programme: a call of the solver for each costs more, and one of all the year does too. */
const BATCH = 14;

const HOUSE = heatPumpHouse(1);
const SE3 = publishedSpot(2);
const SE4 = publishedSpot(3);
const HOURLY = generatedSpot(2).map((sek) => Math.max(0, sek));
const CASES = [
  { spot: SE3, battery: testBattery(10, 5, 0.9) },
  { spot: SE4, battery: testBattery(20, 3, 0.7) },
  { spot: HOURLY, battery: testBattery(5, 8, 1) },
];
const STRATEGIES = ['self_consumption', 'arbitrage', 'combined'] as const;

function problemOf(
  { spot, battery }: (typeof CASES)[number],
  strategy: (typeof STRATEGIES)[number],
): Problem {
  const prices = retailPrices(spot);
  const flows = allowedFlows(strategy, prices, plainOptions(strategy));
  return { house: HOUSE, prices, hours: cappedHours(HOUSE, battery, flows), minSpreadSekPerKwh: 0 };
}

function windowOf(day: number, startKwh: number, floorKwh: number): PlannedRange {
  const from = day * CLOCK_HOURS;
  return { from, to: Math.min(from + HORIZON_HOURS, HOURS), startKwh, minEndKwh: floorKwh };
}

test('every 48 hour window of a year costs what the linear programme says', () => {
  let windows = 0;
  for (const oneCase of CASES) {
    for (const strategy of STRATEGIES) {
      const problem = problemOf(oneCase, strategy);
      const { floorKwh, efficiency } = oneCase.battery;
      const pieces = marginalCostSegments(problem.hours, problem.prices, 0);
      const year = planDayAhead(pieces, new Float64Array(HOURS + 1).fill(floorKwh));
      for (let first = 0; first < DAYS; first += BATCH) {
        const ranges = Array.from({ length: Math.min(BATCH, DAYS - first) }, (_, i) =>
          windowOf(first + i, year.levelKwh[(first + i) * CLOCK_HOURS], floorKwh),
        );
        const { costSek } = solveRanges(problem, ranges);
        ranges.forEach(({ from, to, startKwh }, i) => {
          const plan = emptyPlan(startKwh);
          planHours(pieces, from, to, floorKwh, plan);
          const flows = acFlows(plan.storedKwh, problem.hours.netKwh, efficiency);
          const sek = energySek(HOUSE, problem.prices, flows, from, to);
          const scale = Math.max(1, Math.abs(costSek[i]));
          assert.ok(Math.abs(sek - costSek[i]) <= 1e-9 * scale, `${sek} SEK, LP ${costSek[i]} SEK`);
          assert.ok(
            plan.storedKwh
              .subarray(from, from + CLOCK_HOURS)
              .every((kwh, t) => kwh === year.storedKwh[from + t]),
          );
          windows++;
        });
      }
    }
  }
  assert.equal(windows, CASES.length * STRATEGIES.length * DAYS);
});

test('a year of day-ahead plans saves within 0.5 % of a year of day-ahead linear programmes', () => {
  for (const [i, strategy] of STRATEGIES.entries()) {
    const problem = problemOf(CASES[i], strategy);
    const { floorKwh, efficiency } = CASES[i].battery;
    const rolled = idleFlows();
    let level = floorKwh;
    for (let day = 0; day < DAYS; day++) {
      const { flows } = solveRanges(problem, [windowOf(day, level, floorKwh)]);
      for (let t = day * CLOCK_HOURS; t < (day + 1) * CLOCK_HOURS; t++) {
        rolled.chargeKwh[t] = flows.chargeKwh[t];
        rolled.dischargeKwh[t] = flows.dischargeKwh[t];
        level += flows.chargeKwh[t] * efficiency - flows.dischargeKwh[t] / efficiency;
      }
      level = Math.min(problem.hours.battery.ceilingKwh, Math.max(floorKwh, level));
    }
    const pieces = marginalCostSegments(problem.hours, problem.prices, 0);
    const year = planDayAhead(pieces, new Float64Array(HOURS + 1).fill(floorKwh));
    const sek = (flows = idleFlows()) => energySek(HOUSE, problem.prices, flows, 0, HOURS);
    const savedSek = sek() - sek(acFlows(year.storedKwh, problem.hours.netKwh, efficiency));
    const rolledSek = sek() - sek(rolled);
    assert.ok(rolledSek > 300);
    assert.ok(savedSek >= 0.995 * rolledSek, `${strategy}: ${savedSek}, rolling LP ${rolledSek}`);
  }
});
