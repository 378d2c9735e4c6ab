import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { plainPower } from '../tariff/power-component.ts';
import { allowedFlows, cappedHours } from './battery.ts';
import { capHours, minLevel, PLAIN_PROFILE } from './caps.ts';
import { idleFlows } from './house.ts';
import {
  type MarginalCostSegments,
  marginalCostSegments,
  PIECES,
} from './marginal-cost-segments.ts';
import { emptyPlan, type Plan, planHours } from './planner.ts';
import {
  energySek,
  generatedSpot,
  heatPumpHouse,
  plainOptions,
  retailPrices,
  testBattery,
} from './test/houses.ts';
import { solveRanges } from './test/linear-programme.ts';
import { rangeCost } from './value-function.ts';

const options = plainOptions('combined');
const house = heatPumpHouse(2);
const random = seededRandom(3);
const wild = () => Float64Array.from({ length: HOURS }, () => 6 * random() - 2);
const PRICES = {
  retail: retailPrices(generatedSpot(1), 60),
  wild: {
    importSekPerKwh: wild(),
    exportSekPerKwh: wild(),
    monthlyFeeSek: 0,
    power: plainPower(60),
  },
};
const BATTERIES = [
  [10, 5],
  [100, 3],
  [1000, 0.5],
  [1000, 500],
];

/** Cost of the planner's plan by the pieces that it uses, cheapest first in every hour. */
function plannedCost(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  levelKwh: number,
): number {
  const plan = emptyPlan(levelKwh);
  planHours(pieces, from, to, 0, plan);
  let sek = 0;
  for (let t = from; t < to; t++) {
    sek += pieces.outSek[t];
    let need = plan.storedKwh[t] + pieces.outKwh[t];
    for (let piece = t * PIECES; piece < (t + 1) * PIECES; piece++) {
      const kwh = Math.min(need, pieces.lengthKwh[piece]);
      sek += kwh * pieces.slope[piece];
      need -= kwh;
    }
  }
  return sek;
}

/** Cost of a plan by the prices only, SEK more than without the battery. */
function billedCost(
  { hours, prices }: MarginalCostSegments,
  from: number,
  to: number,
  plan: Plan,
): number {
  const { efficiency } = hours.battery;
  const sekOf = (kwh: number, t: number) =>
    kwh * (kwh > 0 ? prices.importSekPerKwh[t] : prices.exportSekPerKwh[t]);
  let sek = 0;
  for (let t = from; t < to; t++) {
    const stored = plan.storedKwh[t];
    const acKwh = stored > 0 ? stored / efficiency : stored * efficiency;
    sek += sekOf(hours.netKwh[t] + acKwh, t) - sekOf(hours.netKwh[t], t);
  }
  return sek;
}

/** Chords cost no less than a plan, and hardly more: 1 %, or 0.1 SEK. Without them both are equal. */
function assertCost(foundSek: number, planSek: number, isExact: boolean, message: string): void {
  const above = isExact ? 1e-8 : Math.max(0.1, 0.01 * Math.abs(planSek));
  const holds = foundSek > planSek - 1e-8 && foundSek < planSek + above;
  assert.ok(holds, `${message}: ${foundSek}, the plan ${planSek}`);
}

for (const [kind, prices] of Object.entries(PRICES)) {
  for (const [capacityKwh, powerKw] of BATTERIES) {
    const battery = testBattery(capacityKwh, powerKw);
    const { floorKwh, ceilingKwh } = battery;
    // The others reach the greatest number of segments.
    const isExact = capacityKwh === 10;
    const flows = allowedFlows('combined', prices, options);
    const hours = cappedHours(house, battery, flows);
    const pieces = marginalCostSegments(hours, prices, 0);

    test(`${kind} prices, ${capacityKwh} kWh, ${powerKw} kW: the value function has the cost of the plan`, () => {
      for (const [from, to] of [
        [0, 840],
        [4000, 4744],
        [8016, HOURS],
      ]) {
        for (const share of [0, 0.37, 1]) {
          const levelKwh = floorKwh + share * (ceilingKwh - floorKwh);
          const minKw = minLevel(hours, PLAIN_PROFILE, { from, to }, levelKwh, floorKwh);
          for (const capKw of [minKw, minKw + 1, Infinity]) {
            capHours(hours, PLAIN_PROFILE, { from, to }, capKw);
            const sek = plannedCost(pieces, from, to, levelKwh);
            const found = rangeCost(pieces, from, to, levelKwh);
            assertCost(found, sek, isExact, `${from} ${share} ${capKw}`);
          }
        }
      }
    });

    test(`${kind} prices, ${capacityKwh} kWh, ${powerKw} kW: imports that the caps force cost their price`, () => {
      const goals = { ...options, priority: ['peak_shaving', 'self_consumption'] as const };
      const forced = cappedHours(house, battery, allowedFlows('combined', prices, goals));
      const forcedPieces = marginalCostSegments(forced, prices, 0.1);
      const [from, to] = [0, 840];
      const minKw = minLevel(forced, PLAIN_PROFILE, { from, to }, floorKwh, floorKwh);
      for (const capKw of [minKw, minKw + 0.3, Infinity]) {
        capHours(forced, PLAIN_PROFILE, { from, to }, capKw);
        const plan = emptyPlan(floorKwh);
        planHours(forcedPieces, from, to, floorKwh, plan);
        const sek = billedCost(forcedPieces, from, to, plan);
        const found = rangeCost(forcedPieces, from, to, floorKwh);
        assertCost(found, sek, isExact, `${capKw}`);
      }
    });
  }
}

test('plans of large batteries, whose value function has chords, save what the linear programme does to 0.05 %', () => {
  const prices = PRICES.retail;
  const month = { from: 0, to: 744 };
  for (const [capacityKwh, powerKw] of [
    [100, 3],
    [1000, 3],
  ]) {
    const battery = testBattery(capacityKwh, powerKw);
    const { floorKwh, ceilingKwh } = battery;
    const startKwh = (floorKwh + ceilingKwh) / 2;
    const hours = cappedHours(house, battery, allowedFlows('combined', prices, options));
    const pieces = marginalCostSegments(hours, prices, 0);
    const plan = emptyPlan(startKwh);
    planHours(pieces, month.from, month.to, floorKwh, plan);
    const problem = { house, prices, hours, minSpreadSekPerKwh: 0 };
    const [costSek] = solveRanges(problem, [{ ...month, startKwh, minEndKwh: floorKwh }]);
    const idleSek = energySek(house, prices, idleFlows(), month.from, month.to);
    const saved = -billedCost(pieces, month.from, month.to, plan);
    const most = idleSek - costSek;
    assert.ok(saved > 0.9995 * most && saved < most + 1e-6, `${saved} of ${most} SEK`);
  }
});
