import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { USUAL_BATTERY } from './battery/battery.ts';
import { type BatteriesCase, compareBatteries } from './battery/compare-batteries.ts';
import { generatedSpot, heatPumpHouse, retailPrices } from './battery/test/houses.ts';
import { greenDeduction } from './deduction/green-deduction.ts';
import { sumOf } from './deduction/rates.ts';
import { houseLoad } from './house/house-load.ts';
import { RECORD, STOCKHOLM_C, YEAR } from './house/test/record.ts';

/** Calls a function of a bundled module as in a browser: the language only, without Node's globals and modules. */
async function inBrowser(path: string, name: string, args: readonly unknown[]): Promise<string> {
  const { outputFiles, warnings } = await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'engine',
    write: false,
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  const context = createContext({ args });
  assert.equal(
    runInContext('typeof process + typeof require + typeof URL', context),
    'undefined'.repeat(3),
  );
  runInContext(outputFiles[0].text, context);
  return runInContext(`JSON.stringify(engine.${name}(...args))`, context);
}

test('the engine compares batteries in a browser as in Node', async () => {
  const batteriesCase: BatteriesCase = {
    house: heatPumpHouse(1),
    prices: retailPrices(generatedSpot(1), 60),
    battery: USUAL_BATTERY,
    powerKw: null,
    program: {
      basis: 'installed',
      capacityShare: 0.5,
      powerShare: 0.5,
      sekPerMonth: 10,
      sekPerKwhYear: 0,
      sekPerKwYear: 400,
    },
    compare: { strategies: ['self_consumption', 'combined'], sizesKwh: [10], costSekBySize: null },
  };
  const answer = await inBrowser('battery/compare-batteries.ts', 'compareBatteries', [
    batteriesCase,
  ]);
  assert.equal(answer, JSON.stringify(compareBatteries(batteriesCase)));
});

test('a house has the same hours in a browser, bit for bit', async () => {
  const use = { yearlyKwh: 15_000, evKmPerDay: 40 };
  const answer = await inBrowser('house/house-load.ts', 'houseLoad', [
    RECORD,
    STOCKHOLM_C,
    YEAR,
    use,
  ]);
  assert.equal(answer, JSON.stringify(houseLoad(RECORD, STOCKHOLM_C, YEAR, use)));
});

test('a deduction is the same in a browser', async () => {
  const rows = [{ workClass: 'solar_cells' as const, totalOre: 16_500_000, vatPercent: 25 }];
  const args = [rows, '2026-11-21', [10_000, 20_000], 'fewest'] as const;
  const answer = await inBrowser('deduction/green-deduction.ts', 'greenDeduction', args);
  const here = greenDeduction(...args);
  assert.equal(answer, JSON.stringify(here));
  assert.ok(sumOf(here.amountsSek) > 0);
});
