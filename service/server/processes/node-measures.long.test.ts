/** Measures and places of processes that hang or die, with the real service. */
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { startProcess } from '../../test/process.ts';
import { childrenOf } from '../../test/process-figures.ts';
import { LOOKUP, rawCall, until } from '../../test/service.ts';

const LOOKUPS = 40;
const COUNTED = `sun_http_requests_total{route="/api/v1/pv-yield",method="GET",status="200"}`;

const folder = testFolder();
await writeBuild(folder, '1.0.0');
const env = { ARTIFACTS: folder, PROCESSES: '2', METRICS_PORT: '0', TRUST_PROXY: '1' };
const { base, pid, log } = await startProcess(env);
const said = (pattern: RegExp) => log.filter((line) => pattern.test(line)).length;
await until(() => said(/Listening/) === 2, 'both listen');
const MEASURES = /http:\/\/127\.0\.0\.1:\d+\/metrics/;
await until(() => said(MEASURES) === 1, 'the primary has measures');
const measures = MEASURES.exec(log.join('\n'))?.[0] ?? '';

let callers = 0;
/** Lookups on connections of their own, which the processes take in turn; how many were answered in time. */
async function lookUp(count: number): Promise<number> {
  let answered = 0;
  for (let i = 0; i < count; i++) {
    const headers = { 'x-forwarded-for': `198.51.${callers >> 8}.${callers++ & 255}` };
    const call = rawCall(base, LOOKUP, { headers }).then(
      ({ status }) => status,
      () => 0,
    );
    if ((await Promise.race([call, wait(3000)])) === 200) answered++;
  }
  return answered;
}

/** Every series by its name with labels, and which of them may only grow. */
interface Scrape {
  series: Map<string, number>;
  growing: Map<string, number>;
}

async function scrape(): Promise<Scrape> {
  const response = await fetch(measures);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const growing: [string, number][] = [];
  const all: [string, number][] = [];
  for (const [, type, lines] of text.matchAll(/^# TYPE \S+ (\S+)\n((?:[^#\n].*\n)*)/gm)) {
    const series = [...lines.matchAll(/^(.+) (\S+)$/gm)];
    const entries = series.map(([, name, value]): [string, number] => [name, Number(value)]);
    all.push(...entries);
    if (type !== 'gauge') growing.push(...entries);
  }
  return { series: new Map(all), growing: new Map(growing) };
}

/** Asserts that nothing has fallen or gone that may only grow. */
function assertGrown(earlier: Scrape, later: Scrape): void {
  assert.ok(earlier.growing.size > 30, `${earlier.growing.size} series`);
  for (const [name, value] of earlier.growing) {
    const now = later.growing.get(name);
    assert.ok(now !== undefined && now >= value, `${name} was ${value}, is ${now}`);
  }
}

test('while processes die under load no counter falls', async () => {
  assert.equal(await lookUp(LOOKUPS), LOOKUPS);
  let last = await scrape();
  assert.equal(last.series.get(COUNTED), LOOKUPS);
  for (let killed = 1; killed <= 2; killed++) {
    const load = lookUp(60);
    process.kill(childrenOf(pid)[0], 'SIGKILL');
    for (let i = 0; i < 10; i++) {
      const next = await scrape();
      assertGrown(last, next);
      last = next;
    }
    await load;
    await until(() => said(/Listening/) === 2 + killed, 'another takes its place');
  }
  assert.equal(last.series.get('sun_worker_restarts_total{reason="gone"}'), 2);
});

test('one that hangs is named, its last measures stay, and after 30 s another takes its place', async () => {
  await lookUp(LOOKUPS);
  const before = await scrape();
  const [victim] = childrenOf(pid);
  const silent = `sun_worker_silent_seconds{pid="${victim}"}`;
  assert.ok((before.series.get(silent) ?? 99) <= 2, `${before.series.get(silent)}`);
  process.kill(victim, 'SIGSTOP');
  after(() => childrenOf(pid).includes(victim) && process.kill(victim, 'SIGKILL'));
  const began = performance.now();
  const meanwhile = await scrape();
  assert.ok(performance.now() - began < 5000, 'the measures come in time');
  assertGrown(before, meanwhile);
  await until(async () => ((await scrape()).series.get(silent) ?? 0) >= 5, 'it is named');
  assert.ok((await lookUp(20)) >= 18, 'the other answers');
  await until(
    () => said(new RegExp(`Process ${victim} has been silent for 30 s`)) === 1,
    'it is told',
  );
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds > 27 && seconds < 50, `killed after ${seconds} s`);
  await until(() => said(/Listening/) === 5, 'another takes its place');
  const last = await scrape();
  assertGrown(meanwhile, last);
  assert.equal(last.series.get(silent), undefined);
  assert.equal(last.series.get('sun_worker_restarts_total{reason="hung"}'), 1);
  assert.equal(last.series.get('sun_worker_restarts_total{reason="gone"}'), 2);
});

test('each line of the log says whose it is: primary and processes, on this host', () => {
  const lines = log.map((line) => JSON.parse(line));
  for (const { host, pid } of lines) assert.deepEqual([host, typeof pid], [hostname(), 'number']);
  assert.equal(new Set(lines.map(({ pid }) => pid)).size, 6);
  const gone = lines.find(({ msg }) => /is gone/.test(msg));
  assert.equal(gone.pid, pid);
});
