/** Which code runs, and what goes wrong with it, is in the metrics. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import project from '../../package.json' with { type: 'json' };
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../test/build-folder.ts';
import { startProcess } from '../test/process.ts';
import type { Program } from '../test/start-program.ts';
import { until } from '../test/until.ts';

const folder = testFolder();
await writeBuild(folder, '1.0.0');

const MEASURES = /http:\/\/127\.0\.0\.1:\d+\/metrics/;

/** Starts a service, and reads its measures: whole, or one of them by its name. */
async function startMeasured(env: Record<string, string> = {}) {
  const service = await startProcess({ ARTIFACTS: folder, METRICS_PORT: '0', ...env });
  const url = () => MEASURES.exec(service.log.join('\n'))?.[0];
  await until(() => url() !== undefined, 'the measures have their address');
  const address = url() ?? '';
  const text = async () => (await fetch(address)).text();
  const read = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await text())?.[1]);
  return { service, text, read };
}

/** Sends so many requests whose lines of the log are about 200 bytes each. */
async function fillLog({ port }: Program, requests: number): Promise<void> {
  const line = `GET /x HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${'i'.repeat(128)}\r\n\r\n`;
  const last = line.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  for (let sent = 0; sent < requests; sent += 100) {
    const socket = connect(port, '127.0.0.1');
    socket.end(line.repeat(99) + last);
    await once(socket.resume(), 'close');
  }
}

/** As git names it. Sources that are no checkout have none. */
function commitHere(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? stdout.slice(0, 12) : 'unknown';
}

test('version and commit are told', async () => {
  const { text } = await startMeasured();
  const told = /^sun_build_info{version="(.+)",commit="(\w+)(?:-dirty)?"} 1$/m.exec(await text());
  assert.deepEqual(told?.slice(1), [project.version, commitHere()]);
});

test('a store of artifacts that is away is told with its time', async () => {
  const beganS = Date.now() / 1000;
  const env = { ARTIFACTS_URL: 'http://127.0.0.1:2/sun' };
  const { read } = await startMeasured(env);
  const since = () => read('sun_artifact_store_unreachable_since_seconds');
  await until(async () => (await since()) > 0, 'it is told');
  assert.ok((await since()) >= beganS && (await since()) <= Date.now() / 1000);
});

test('lines of the log that nobody reads are counted', async () => {
  const { service, read } = await startMeasured();
  assert.equal(await read('sun_log_lines_dropped_total'), 0);
  service.child.stdout.pause();
  for (let sent = 0; (await read('sun_log_lines_dropped_total')) === 0; sent += 2000) {
    assert.ok(sent < 60_000, 'nothing is dropped');
    await fillLog(service, 2000);
  }
  service.child.stdout.resume();
  const told = () =>
    service.log
      .filter((line) => line.includes('were dropped'))
      .reduce((sum, line) => sum + JSON.parse(line).dropped, 0);
  await until(
    async () => told() === (await read('sun_log_lines_dropped_total')),
    'as many are told',
  );
});
