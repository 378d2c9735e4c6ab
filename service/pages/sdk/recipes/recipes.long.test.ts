import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { hoursUse } from '../../../../schemas/codec/hours-use.ts';
import type { SimulationResponse } from '../../../../schemas/types.ts';
import { builtDefault } from '../../../test/default-dataset.ts';
import { startTestService } from '../../../test/service.ts';
import { readRecipe } from '../../server/sdk-page.ts';

const run = promisify(execFile);
const { folder, loaded } = await builtDefault();
const service = await startTestService({ loaded });

/** A recipe as /docs/sdk shows it, with the address of this service. */
function recipe(file: string): string {
  return readRecipe(file, service.base, hoursUse(loaded.prices));
}

/** Puts a recipe into the folder and runs it there. */
async function runRecipe(command: string, file: string, ...given: string[]): Promise<string> {
  writeFileSync(join(folder, file), recipe(file));
  return (await run(command, [file, ...given], { cwd: folder })).stdout;
}

async function isMissing(command: string): Promise<boolean> {
  return await run(command, ['--version']).then(
    () => false,
    () => true,
  );
}

const PYTHON = (await isMissing('python3')) && 'python3 is not installed here';
const R =
  (await isMissing('Rscript')) && 'Rscript is not installed here: the R recipe was never run';

test('Python: every municipality of the table has its yield', { skip: PYTHON }, async () => {
  const rows = (await runRecipe('python3', 'municipalities.py')).trim().split('\n');
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]),
    ['Kiruna', 'Umeå', 'Västerås', 'Malmö'],
  );
  for (const row of rows) assert.ok(Number(row.split(',')[1]) > 600, row);
});

test('R: the same table', { skip: R }, async () => {
  assert.match(await runRecipe('Rscript', 'municipalities.R'), /Malmö .*\d{3}/);
});

/** Runs a recipe that uses the client. Node imports no modules over HTTP: it is loaded from a file. */
async function runWithClient(file: string): Promise<string> {
  const code = await (await fetch(`${service.base}/sdk/client.mjs`)).text();
  writeFileSync(join(folder, 'sdk.mjs'), code);
  const text = recipe(file).replace(`'${service.base}/sdk/client.mjs'`, "'./sdk.mjs'");
  writeFileSync(join(folder, file), text);
  return (await run(process.execPath, [file], { cwd: folder })).stdout;
}

test('the recipes print the same with curl, by the client and in Python', {
  skip: PYTHON,
}, async () => {
  for (const name of ['roof', 'municipalities']) {
    const javascript = readNumbers(await runWithClient(`${name}.mjs`));
    assert.ok(javascript.length > 3 && !javascript.includes('null'), name);
    assert.deepEqual(readNumbers(await runRecipe('bash', `${name}.sh`)), javascript, name);
    assert.deepEqual(readNumbers(await runRecipe('python3', `${name}.py`)), javascript, name);
  }
});

/** Names and numbers of what is printed: the languages write spaces and 912.0 each their own way. */
function readNumbers(text: string): (string | number)[] {
  const parts = text.match(/[\p{L}_]+|-?\d+(\.\d+)?/gu) ?? [];
  return parts.map((part) => (/\d/.test(part) ? Number(part) : part));
}

test('React: the component is JavaScript', async () => {
  const { code, warnings } = await transform(recipe('react.jsx'), { loader: 'jsx' });
  assert.match(code, /function SolarCalculator/);
  assert.deepEqual(warnings, []);
});

/** Statistics as Home Assistant keeps them: sums at the end of each UTC hour of 2025 and before. */
const DATABASE = `
import sqlite3, sys
from datetime import datetime, timezone
db = sqlite3.connect(sys.argv[1])
db.execute("CREATE TABLE statistics_meta (id INTEGER PRIMARY KEY, statistic_id TEXT)")
db.execute("CREATE TABLE statistics (metadata_id INTEGER, start_ts REAL, sum REAL)")
first = int(datetime(2024, 12, 31, 20, tzinfo=timezone.utc).timestamp())
for id, name in ((1, "sensor.import"), (2, "sensor.export")):
    db.execute("INSERT INTO statistics_meta VALUES (?, ?)", (id, name))
    total = 0
    for i in range(8768):
        hour = i % 24
        total += (0 if 6 <= hour < 16 else 1) if id == 1 else (2 if 6 <= hour < 16 else 0)
        db.execute("INSERT INTO statistics VALUES (?, ?, ?)", (id, first + 3600 * i, total))
db.commit()
`;

test('Home Assistant: a year of import and export gives what the battery saves', {
  skip: PYTHON,
}, async () => {
  writeFileSync(join(folder, 'database.py'), DATABASE);
  await run('python3', ['database.py', 'ha.db'], { cwd: folder });
  const given = ['ha.db', 'sensor.import', 'sensor.export'];
  const rows = (await runRecipe('python3', 'home-assistant.py', ...given, '2025'))
    .trim()
    .split('\n');
  assert.equal(rows.length, 6);
  for (const row of rows) assert.match(row, /^ *(5|10|15) kWh {2}\w+ +[1-9]\d+\.\d\d SEK a year$/);
  await assert.rejects(
    runRecipe('python3', 'home-assistant.py', ...given, '2023'),
    /lacks 8760 of 8760/,
  );
});

test('import and export in the place of load and production save the same', async () => {
  const load = Array.from({ length: 8760 }, (_, i) => 1 + (i % 5) / 4);
  const sun = Array.from({ length: 8760 }, (_, i) =>
    i % 24 > 8 && i % 24 < 16 ? 1 + (i % 7) / 2 : 0,
  );
  const net = load.map((kwh, i) => kwh - sun[i]);
  const saved = async (consumption: number[], production: number[]) => {
    const body = {
      location: { lat: 59.33, lng: 18.07 },
      consumption: { hourly_kwh: consumption },
      pv: { hourly_kwh: production },
      battery: { capacity_kwh: 10, strategy: 'combined' },
    };
    const url = `${service.base}/api/v1/simulation`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    const { yearly }: SimulationResponse = JSON.parse(await response.text());
    return yearly.battery.savings_sek;
  };
  const whole = await saved(load, sun);
  const metered = await saved(
    net.map((kwh) => Math.max(0, kwh)),
    net.map((kwh) => Math.max(0, -kwh)),
  );
  assert.ok(whole > 100);
  assert.ok(Math.abs(whole - metered) < 0.011, `${whole} and ${metered}`);
});
