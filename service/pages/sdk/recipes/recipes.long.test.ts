import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { builtDefault } from '../../../test/default-dataset.ts';
import { startTestService } from '../../../test/service.ts';
import { readRecipe } from '../../api-docs/code-data.ts';
import { createClient } from '../client.ts';

const run = promisify(execFile);
const { folder, loaded } = await builtDefault();
const service = await startTestService({ loaded });

/** A recipe as /docs and /docs/sdk show it, with the address of this service. */
function recipe(file: string): string {
  return readRecipe(file, service.base);
}

const R =
  spawnSync('Rscript', ['--version']).error &&
  'Rscript is not installed here: the R recipe was never run';

test('R: every municipality of the table has its yield', { skip: R }, async () => {
  writeFileSync(join(folder, 'municipalities.R'), recipe('municipalities.R'));
  const { stdout } = await run('Rscript', ['municipalities.R'], { cwd: folder });
  assert.match(stdout, /Malmö .*\d{3}/);
});

test('the client’s recipe prints what the client answers', async () => {
  // Node imports no modules over HTTP: the client is loaded from a file.
  const code = await (await fetch(`${service.base}/sdk/client.mjs`)).text();
  writeFileSync(join(folder, 'sdk.mjs'), code);
  const text = recipe('roof.mjs').replace(`'${service.base}/sdk/client.mjs'`, "'./sdk.mjs'");
  writeFileSync(join(folder, 'roof.mjs'), text);
  const { stdout } = await run(process.execPath, ['roof.mjs'], { cwd: folder });
  const faces = [100, 280].map((azimuth) => ({ tilt: 27, azimuth, kwp: 5 }));
  const { production, comparison } = await createClient({ base: service.base }).roof({
    lat: 59.61,
    lng: 16.55,
    faces,
    use: 15_000,
  });
  const best = comparison.best.by_total_benefit;
  assert.deepEqual(JSON.parse(stdout), { annual_kwh: production.annual_kwh, best });
});

test('React: the component is JavaScript', async () => {
  const { code, warnings } = await transform(recipe('react.jsx'), { loader: 'jsx' });
  assert.match(code, /function SolarCalculator/);
  assert.deepEqual(warnings, []);
});
