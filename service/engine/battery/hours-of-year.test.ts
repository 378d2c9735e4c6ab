import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertRelativelyClose } from '../../../pipeline/test/assert-close.ts';
import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { findPeak, type YearHours, yearHours } from './accounting.ts';
import type { Battery } from './battery.ts';
import type { ProgramTerms } from './battery-program.ts';
import { gridLimits, MONTH_OF_HOUR, NO_LIMITS } from './house.ts';
import { reserveByMonth, startLevelKwh } from './reserve.ts';
import { type HouseCase, simulateHouse } from './simulate-house.ts';
import { STRATEGIES } from './strategies.ts';
import { generatedSpot, heatPumpHouse, plainOptions, retailPrices } from './test/houses.ts';

const program: ProgramTerms = {
  basis: 'reserved',
  capacityShare: 0.4,
  powerShare: 0.25,
  sekPerMonth: 0,
  sekPerKwhYear: 0,
  sekPerKwYear: 500,
};

/** A reserve in the winter, and a larger one in December. */
const WINTER = [0.5, 0.5, 0.5, 0, 0, 0, 0, 0, 0, 0, 0.5, 0.8];

const houseCases: fc.Arbitrary<HouseCase> = fc
  .record({
    seed: fc.integer({ min: 1, max: 50 }),
    pvYearKwh: fc.constantFrom(0, 4000, 15_000),
    strategy: fc.constantFrom(...STRATEGIES),
    capacityKwh: fc.constantFrom(0, 3, 10, 40),
    powerKw: fc.constantFrom(0.7, 5, 20),
    socMin: fc.constantFrom(0, 0.1, 1 / 3),
    reserveShare: fc.constantFrom(reserveByMonth(0), reserveByMonth(0.3), WINTER),
    roundTripEfficiency: fc.constantFrom(0.5, 0.9, 1),
    standbyW: fc.constantFrom(0, 40),
    fadePctPerYear: fc.constant(2),
    peakTargetKw: fc.constantFrom(null, 2, 6),
    peakCharge: fc.constantFrom(0, 81.25),
    exportFactor: fc.constantFrom(1, 2.5),
    limits: fc.constantFrom({}, { gridLimits: gridLimits(8, 3) }),
    program: fc.constantFrom(null, program),
  })
  .map(({ seed, pvYearKwh, peakCharge, exportFactor, limits, program, strategy, ...battery }) => ({
    house: { ...heatPumpHouse(seed, 15_000, pvYearKwh), ...limits },
    prices: {
      ...retailPrices(generatedSpot(seed), peakCharge, exportFactor),
      monthlyFeeSek: 49,
    },
    battery: { ...plainOptions(strategy), ...battery, socMax: 0.95 },
    program,
  }));

test("the hours of a random house's year balance, stay within the battery's limits and sum to its account", () => {
  fc.assert(
    fc.property(houseCases, (houseCase) => {
      const year = simulateHouse(houseCase);
      const hours = yearHours(year.served, houseCase.prices, year.privateBattery, year.flows);
      const mostSoldKwh = houseCase.house.gridLimits?.exportKw ?? NO_LIMITS.exportKw;
      assertBalance(hours, mostSoldKwh);
      assertBattery(hours, year.privateBattery);
      const { withSystem } = year;
      for (let month = 0; month < MONTHS; month++) {
        const sumOf = (values: (t: number) => number) => monthSum(month, values);
        for (const [kwh, account] of [
          [hours.pvKwh, withSystem.producedKwh],
          [hours.loadKwh, withSystem.consumedKwh],
          [hours.importKwh, withSystem.importedKwh],
          [hours.exportKwh, withSystem.exportedKwh],
          [hours.dischargeKwh, withSystem.throughputKwh],
        ]) {
          assertRelativelyClose(
            sumOf((t) => kwh[t]),
            account[month],
            1e-7,
            `energy of month ${month}`,
          );
        }
        const into = withSystem.producedKwh[month] + withSystem.importedKwh[month];
        const out = withSystem.consumedKwh[month] + withSystem.exportedKwh[month];
        const storedKwh = sumOf((t) => hours.chargeKwh[t] - hours.dischargeKwh[t]);
        const leftKwh = into - out - storedKwh - withSystem.curtailedKwh[month];
        assert.ok(Math.abs(leftKwh) < 0.01, `month ${month} is ${leftKwh} kWh out of balance`);
        const energySek = sumOf(
          (t) =>
            hours.importKwh[t] * hours.importSekPerKwh[t] -
            hours.exportKwh[t] * hours.exportSekPerKwh[t],
        );
        const peakKw = findPeak(hours.importKwh, MONTH_START[month], MONTH_START[month + 1]);
        const { monthlyFeeSek, power } = houseCase.prices;
        const sek = energySek + monthlyFeeSek + peakKw * (power[0]?.sekPerKwMonth ?? 0);
        assertRelativelyClose(sek, withSystem.costSek[month], 1e-7, `cost of month ${month}`);
      }
    }),
    { numRuns: 24 },
  );
});

/** The rest of an hour's energy is curtailed: only where no more may be sold, or selling costs. */
function assertBalance(hours: YearHours, mostSoldKwh: Float64Array): void {
  for (let t = 0; t < HOURS; t++) {
    const into = hours.pvKwh[t] + hours.importKwh[t] + hours.dischargeKwh[t];
    const out = hours.loadKwh[t] + hours.exportKwh[t] + hours.chargeKwh[t];
    const isLossy = hours.exportSekPerKwh[t] < 0;
    assert.ok(!isLossy || hours.exportKwh[t] === 0, `hour ${t} sells at a loss`);
    assert.ok(hours.exportKwh[t] <= mostSoldKwh[t], `hour ${t} sells above the limit`);
    if (isLossy || hours.exportKwh[t] === mostSoldKwh[t])
      assert.ok(into > out - 1e-7, `hour ${t} takes from nothing`);
    else assertRelativelyClose(out, into, 1e-7, `balance of hour ${t}`);
    assert.ok(hours.importKwh[t] === 0 || hours.exportKwh[t] === 0, `hour ${t} buys and sells`);
    assert.ok(hours.chargeKwh[t] === 0 || hours.dischargeKwh[t] === 0, `hour ${t} does both`);
  }
}

function assertBattery({ chargeKwh, dischargeKwh, levelKwh }: YearHours, battery: Battery): void {
  const { powerKw, floorKwh, ceilingKwh, efficiency, monthFloorsKwh } = battery;
  let before = startLevelKwh(battery);
  for (let t = 0; t < HOURS; t++) {
    assert.ok(chargeKwh[t] <= powerKw + 1e-9 && dischargeKwh[t] <= powerKw + 1e-9, `hour ${t}`);
    assert.ok(levelKwh[t] >= floorKwh && levelKwh[t] <= ceilingKwh, `level of hour ${t}`);
    const change = chargeKwh[t] * efficiency - dischargeKwh[t] / efficiency;
    assertRelativelyClose(levelKwh[t], before + change, 1e-7, `level of hour ${t}`);
    const reserveKwh = monthFloorsKwh?.[MONTH_OF_HOUR[t]] ?? floorKwh;
    const isKept = levelKwh[t] >= reserveKwh - 1e-9 || dischargeKwh[t] === 0;
    assert.ok(isKept, `hour ${t} takes of the reserve`);
    before = levelKwh[t];
  }
}

function monthSum(month: number, valueAt: (t: number) => number): number {
  let sum = 0;
  for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) sum += valueAt(t);
  return sum;
}
