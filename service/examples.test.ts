/** Every example of the OpenAPI document, sent to the service on the default dataset. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { MONTH_DAYS } from '../schemas/axes.ts';
import { exampleRequests } from '../schemas/example-requests.ts';
import { readOpenapi } from '../schemas/openapi.ts';
import { readConfig } from './config.ts';
import { DEFAULT_RATE_LIMITS } from './limits.ts';
import { type Loaded, reload } from './loaded.ts';
import { EXAMPLE_KWP, EXAMPLE_ROOF, exampleProfile } from './pages/example-roof.ts';
import { rawCall, startTestService, type TestService } from './test/service.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'examples-'));

let service: TestService;
before(async () => {
  const build = ['--import', 'tsx', 'pipeline/build.ts', '--out', out];
  execFileSync(process.execPath, build, { cwd: PROJECT, stdio: 'pipe' });
  const loaded: Loaded = { pvYield: null, prices: null, keys: [], warning: null };
  await reload(loaded, { ...readConfig({}), artifacts: out }, pino({ enabled: false }));
  service = await startTestService({ loaded, limits: DEFAULT_RATE_LIMITS });
});
after(async () => {
  await service.close();
  rmSync(out, { recursive: true });
});

const EXAMPLES = exampleRequests(readOpenapi());

for (const { operationId, name, method, url, body, answer: shown } of EXAMPLES) {
  test(`${operationId}: ${name}`, async () => {
    const answer = await service.call(url, { method, ...(body === undefined ? {} : { body }) });
    assert.equal(answer.status, 200, answer.text);
    assertSame(JSON.parse(answer.text), shown, operationId);
  });
}

test("the requests' roof is the project's own: months of the yield API, hours of its kernel", async () => {
  const { lat, lng, tilt, azimuth } = EXAMPLE_ROOF;
  const url = `/api/v1/pv-yield?lat=${lat}&lng=${lng}&tilt=${tilt}&azimuth=${azimuth}&kwp=${EXAMPLE_KWP}`;
  const { monthly_kwh_kwp, monthly_kwh } = JSON.parse((await service.call(url)).text);
  const shown = EXAMPLES.flatMap(({ body = '{}' }): number[][][] => {
    const { pv } = JSON.parse(body);
    return pv ? [pv.monthly_profile] : [];
  });
  assert.equal(shown.length, 4);
  for (const roof of shown) assertSame(exampleProfile(monthly_kwh_kwp), roof, 'monthly_profile');
  const [roof] = shown;
  roof.forEach((day, month) => {
    const kwh = MONTH_DAYS[month] * day.reduce((sum, hour) => sum + hour, 0);
    assert.ok(Math.abs(kwh - monthly_kwh[month]) < 0.5, `month ${month + 1}: ${kwh}`);
  });
  assert.deepEqual([roof[0][7], roof[0][16], roof[5][2], roof[5][22]], [0, 0, 0, 0]);
});

test('a service with both artifacts that has simulated is ready', async () => {
  const answer = await rawCall(service.base, '/readyz');
  assert.equal(answer.status, 200);
  assert.deepEqual(JSON.parse(answer.text), {
    status: 'ready',
    pv_yield: true,
    prices: true,
    simulator: true,
  });
});

/** Equal but for the last printed digit of numbers, which may differ between engines. */
function assertSame(found: unknown, shown: unknown, path: string): void {
  if (typeof found === 'number' && typeof shown === 'number') {
    assert.ok(
      Math.abs(found - shown) < 0.011,
      `${path} is ${found}, shown ${shown}. "make examples" writes the answers anew.`,
    );
  } else if (
    typeof found === 'object' &&
    found !== null &&
    typeof shown === 'object' &&
    shown !== null
  ) {
    assert.deepEqual(Object.keys(found), Object.keys(shown), path);
    for (const [key, value] of Object.entries(found)) {
      assertSame(value, (shown as Record<string, unknown>)[key], `${path}.${key}`);
    }
  } else {
    assert.equal(found, shown, path);
  }
}
