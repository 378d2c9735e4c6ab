import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import pino from 'pino';
import project from '../../package.json' with { type: 'json' };
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { createSimulator } from '../api/simulation/simulator.ts';
import { openMetricsPort } from '../http/metrics-port.ts';
import { startProcess } from '../test/process.ts';
import { LOOKUP, PATIENCE_MS, startTestService, testLoaded } from '../test/service.ts';
import { until } from '../test/until.ts';
import { createMetrics, measureConnections } from './metrics.ts';

const loaded = testLoaded();
const simulator = createSimulator(pino({ enabled: false }), { deadlineMs: PATIENCE_MS });
const metrics = createMetrics({ loaded, simulator, droppedLines: () => 7 });
const service = await startTestService({
  loaded,
  simulator,
  observe: metrics.observe,
  limits: { meta: { withoutKey: 1, withKey: 1 } },
});
measureConnections(service.server, metrics);
const url = await openMetricsPort({ host: '127.0.0.1', port: 0 }, metrics.registry);
after(() => simulator.close());

/** The value of a series. Undefined where it is not there. */
async function readMeasure(series: string): Promise<number | undefined> {
  const lines = (await (await fetch(url)).text()).split('\n');
  const line = lines.find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

async function untilMeasured(series: string, value: number): Promise<void> {
  await until(async () => (await readMeasure(series)) === value, `${series} is ${value}`);
}

const seconds = (route: string, outcome: string) =>
  `sun_http_request_duration_seconds_count{route="${route}",outcome="${outcome}"}`;

test('requests are counted by route, method and status, and timed by route and kind of answer', async () => {
  for (let i = 0; i < 3; i++) await service.call(LOOKUP);
  await service.call('/api/v1/pv-yield?lat=1');
  for (const path of ['/59.33/18.07', '/wp-login.php']) await fetch(service.base + path);
  const requests = (labels: string) => `sun_http_requests_total{${labels}}`;
  await untilMeasured(requests('route="/api/v1/pv-yield",method="GET",status="200"'), 3);
  await untilMeasured(requests('route="/api/v1/pv-yield",method="GET",status="422"'), 1);
  await untilMeasured(requests('route="other",method="GET",status="404"'), 2);
  await untilMeasured(seconds('/api/v1/pv-yield', 'answered'), 3);
  await untilMeasured(seconds('/api/v1/pv-yield', 'refused'), 1);
  await untilMeasured(seconds('other', 'refused'), 2);
  assert.equal((await fetch(`${service.base}/readyz`)).status, 503);
  await untilMeasured(seconds('/readyz', 'unavailable'), 1);
  for (const [status, outcome] of [
    [304, 'answered'],
    [499, 'gone'],
    [500, 'failed'],
  ] as const) {
    metrics.observe({ method: 'GET', path: '/docs', status, ms: 1, refusedBy: undefined });
    await untilMeasured(seconds('/docs', outcome), 1);
  }
});

test('refusals are counted by the counter that refused', async () => {
  for (const status of [200, 429, 429]) {
    assert.equal((await service.call('/api/v1/pv-yield/meta')).status, status);
  }
  await untilMeasured('sun_rate_limit_refusals_total{counter="meta-calls"}', 2);
  await untilMeasured(seconds('/api/v1/pv-yield/meta', 'answered'), 1);
  await untilMeasured(seconds('/api/v1/pv-yield/meta', 'limited'), 2);
});

test('open connections, versions, the age of the data and the threads are measured', async () => {
  const before = (await readMeasure('sun_http_connections_open')) ?? 0;
  const idle = connect(Number(new URL(service.base).port), '127.0.0.1');
  await until(
    async () => ((await readMeasure('sun_http_connections_open')) ?? 0) > before,
    'a connection is counted',
  );
  idle.destroy();
  const generatedS = Date.parse(loaded.pvYield?.artifact.header.generated_at ?? '') / 1000;
  for (const [series, value] of [
    ['sun_artifact_info{artifact="pv_yield",version="9.8.7"}', 1],
    ['sun_artifact_generated_timestamp_seconds{artifact="pv_yield"}', generatedS],
    ['sun_artifact_generated_timestamp_seconds{artifact="prices"}', undefined],
    ['sun_artifact_loaded{artifact="pv_yield"}', 1],
    ['sun_artifact_loaded{artifact="prices"}', 0],
    ['sun_log_lines_dropped_total', 7],
    ['sun_simulation_slots', 2],
    ['sun_simulation_slots_used', 0],
    ['sun_simulation_threads_ready', 0],
  ] as const)
    assert.equal(await readMeasure(series), value, series);
  await simulator.warmUp();
  assert.equal(await readMeasure('sun_simulation_threads_ready'), 1);
  assert.ok(((await readMeasure('nodejs_eventloop_lag_p99_seconds')) ?? -1) >= 0);
});

test('a broken build is measured, and the port has nothing but /metrics', async () => {
  assert.equal(await readMeasure('sun_artifacts_of_one_build'), 1);
  loaded.warning = 'Yield and prices are of different builds.';
  assert.equal(await readMeasure('sun_artifacts_of_one_build'), 0);
  assert.equal((await fetch(new URL('/api/v1/pv-yield', url))).status, 404);
});

test('the measures of a process name its version and commit', async () => {
  const { log } = await startProcess({ ARTIFACTS: testFolder(), METRICS_PORT: '0' });
  const [address] = /http:[^"]+\/metrics/.exec(log.join('\n')) ?? [];
  const measures = await (await fetch(address ?? '')).text();
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  // Sources that are no checkout have none.
  const commit = status === 0 ? stdout.slice(0, 12) : 'unknown';
  const build = /^sun_build_info{version="(.+)",commit="(\w+)(?:-dirty)?"} 1$/m.exec(measures);
  assert.deepEqual(build?.slice(1), [project.version, commit]);
});

test('a port that is taken stops the start with a sentence', async () => {
  const { port } = new URL(url);
  await assert.rejects(
    openMetricsPort({ host: '127.0.0.1', port: Number(port) }, metrics.registry),
    /Measures: cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/,
  );
});
