import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { houseLoad } from './house-load.ts';
import { RECORD, STOCKHOLM_C, YEAR } from './test/record.ts';

const ENTRY = fileURLToPath(new URL('./house-load.ts', import.meta.url));

test('a house has the same hours in a browser, to the last bit', async () => {
  const { outputFiles, warnings } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'house',
    write: false,
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  const use = { yearlyKwh: 15_000, evKmPerDay: 40 };
  // A context has the language only, neither Node's globals nor a module loader.
  const context = createContext({ record: RECORD, monthC: STOCKHOLM_C, year: YEAR, use });
  runInContext(outputFiles[0].text, context);
  const call = 'JSON.stringify(Array.from(house.houseLoad(record, monthC, year, use)))';
  const here = houseLoad(RECORD, STOCKHOLM_C, YEAR, use);
  assert.equal(runInContext(call, context), JSON.stringify(Array.from(here)));
});
