import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../pipeline/file-record.ts';
import { parseCsv } from '../../pipeline/spot/csv-table.ts';
import { heatPumpHouse, retailPrices, testBattery } from './test-houses.ts';
import { windowsAgainstOptimum, yearAgainstOptimum } from './test-optimum.ts';

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
