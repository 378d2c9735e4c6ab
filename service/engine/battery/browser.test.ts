import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { type BatteriesCase, compareBatteries } from './compare-batteries.ts';
import { generatedSpot, heatPumpHouse, plainOptions, retailPrices } from './test/houses.ts';

const ENTRY = fileURLToPath(new URL('./compare-batteries.ts', import.meta.url));

async function bundled(): Promise<string> {
  const { outputFiles, warnings } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'engine',
    write: false,
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  return outputFiles[0].text;
}

test('the engine compares batteries in a browser as it does here', async () => {
  const batteriesCase: BatteriesCase = {
    house: heatPumpHouse(1),
    prices: retailPrices(generatedSpot(1), 60),
    battery: {
      ...plainOptions('combined'),
      priority: ['peak_shaving', 'self_consumption', 'arbitrage'],
      socMin: 0.1,
      socMax: 1,
      roundTripEfficiency: 0.9,
    },
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
  // A context has the language only, neither Node's globals nor a module loader.
  const context = createContext({ batteriesCase });
  assert.equal(
    runInContext('typeof process + typeof require + typeof URL', context),
    'undefined'.repeat(3),
  );
  runInContext(await bundled(), context);
  const answer = runInContext('JSON.stringify(engine.compareBatteries(batteriesCase))', context);
  assert.equal(answer, JSON.stringify(compareBatteries(batteriesCase)));
});
