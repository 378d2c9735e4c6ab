import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type AcFlows, idleFlows } from '#engine/battery/battery.ts';
import { dispatchYear } from '#engine/battery/dispatch.ts';
import {
  energySek,
  heatPumpHouse,
  plainWishes,
  retailPrices,
  testBattery,
} from '#engine/battery/test/houses.ts';
import { windowsAgainstOptimum, yearAgainstOptimum } from '#engine/battery/test/optimum.ts';
import { PROJECT } from '../../../pipeline/files/file-record.ts';
import { parseCsv } from '../../../pipeline/prices/spot/csv-table.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { monthHourMeans, repeatProfile } from './series.ts';

/** The market's real prices, which may not be copied into the project; see fixtures/spot/README.md. */
const REAL = join(PROJECT, '..', 'shared', 'spot', 'spot_2025_sek_per_kwh.csv');
const skip = existsSync(REAL) ? false : `no real prices in ${REAL}`;

const HOUSE = heatPumpHouse(2);
const BATTERY = testBattery(10, 5);

/** Hourly spot prices of an area, hours below 0 included, SEK/kWh. */
function realSpot(area: string): Float64Array {
  const { header, rows } = parseCsv({ name: REAL, label: REAL, text: readFileSync(REAL, 'utf8') });
  const column = header.indexOf(`${area}_sek_per_kwh`);
  return Float64Array.from(rows, ({ cells }) => Number(cells[column]));
}

test('plans of real hours reach 99.9 % of what is possible without simultaneous flows', {
  skip,
}, () => {
  for (const area of ['SE3', 'SE4']) {
    const prices = retailPrices(realSpot(area));
    assert.ok(prices.exportSekPerKwh.some((sek) => sek < 0));
    for (const strategy of ['self_consumption', 'arbitrage', 'combined'] as const) {
      const share = windowsAgainstOptimum(HOUSE, prices, BATTERY, strategy, 2);
      assert.ok(share >= 0.999 && share <= 1 + 1e-6, `${area} ${strategy}: ${share}`);
    }
  }
});

test('combined under a power charge reaches 98.5 % of the year’s linear programme', {
  skip,
}, () => {
  for (const area of ['SE3', 'SE4']) {
    const prices = retailPrices(realSpot(area), 60);
    const { share } = yearAgainstOptimum(HOUSE, prices, BATTERY);
    assert.ok(share >= 0.985 && share <= 1 + 1e-6, `${area}: ${share}`);
  }
});

/** Hours of winter time on the Swedish clock: 30 March has no 02:00 (the hour before stands in), 26 October two. */
function onTheClock(winter: Float64Array): Float64Array {
  const clock = winter.slice();
  clock.copyWithin(2115, 2114, 7153);
  clock[2114] = winter[2113];
  clock[7154] = (winter[7153] + winter[7154]) / 2;
  return clock;
}

/** Savings of a battery's year of arbitrage, SEK. */
function arbitrageSek(spot: Float64Array, minSpreadSekPerKwh: number): number {
  const prices = retailPrices(spot);
  const wishes = { ...plainWishes('arbitrage'), minSpreadSekPerKwh };
  const costOf = (flows: AcFlows) => energySek(HOUSE, prices, flows, 0, HOURS);
  return costOf(idleFlows()) - costOf(dispatchYear(HOUSE, prices, BATTERY, wishes));
}

test('month x hour prices read arbitrage low, as service/README.md says', { skip }, () => {
  for (const [area, minSpreadSek, least, most] of [
    ['SE3', 0, 0.2, 0.24],
    ['SE4', 0, 0.2, 0.24],
    ['SE3', 0.2, 0.2, 0.24],
    ['SE4', 0.2, 0.2, 0.24],
    ['SE1', 0, 0.56, 0.65],
    ['SE2', 0, 0.56, 0.65],
    ['SE1', 0.2, 0.85, 0.94],
    ['SE2', 0.2, 0.85, 0.94],
  ] as const) {
    const hours = onTheClock(realSpot(area));
    const typical = repeatProfile(monthHourMeans(hours));
    const low = 1 - arbitrageSek(typical, minSpreadSek) / arbitrageSek(hours, minSpreadSek);
    assert.ok(low >= least && low <= most, `${area}, hurdle ${minSpreadSek}: ${low}`);
  }
});
