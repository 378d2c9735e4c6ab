/** Two nodes behind nginx.conf, in a real nginx, that end and start again one after the other under load. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../test/build-folder.ts';
import { freePort } from '../test/free-port.ts';
import { BATCH, ITEM, LOOKUP } from '../test/service.ts';
import { SERVICE, startReady } from '../test/start-program.ts';
import { until } from '../test/until.ts';
import { skipWithoutNginx, startNginx } from './nginx.test-kit.ts';

const folder = testFolder();
await writeBuild(folder, '1.0.0');

const CALLERS = 12;
/** Calls before the first node ends, and after the last one's start. */
const CALLS_AROUND = 200;
const DAY = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 3 : 0));
const HOUSE = JSON.stringify({ pv: { monthly_profile: Array(12).fill(DAY) } });

interface Call {
  path: string;
  body?: string;
}

/** Calls of one caller: simulations of the first, whom nobody makes busy. Batches, and lookups that no cache has. */
function nextCall(caller: number, i: number): Call {
  if (caller === 0) return { path: '/api/v1/simulation', body: HOUSE };
  if (caller % 3 === 0) return { path: BATCH, body: JSON.stringify({ items: [ITEM] }) };
  return { path: LOOKUP.replace('tilt=40', `tilt=${(i % 9000) / 100}`) };
}

/** A call on a connection and from an address of its own, whom no limit holds. 0 where no answer came whole. */
function statusOf(base: string, { path, body }: Call, i: number): Promise<number> {
  const localAddress = `127.${1 + ((i >> 16) & 127)}.${(i >> 8) & 255}.${i & 255}`;
  return new Promise((resolve) => {
    const method = body ? 'POST' : 'GET';
    const sent = request(base + path, { method, agent: false, localAddress }, (response) => {
      response.resume();
      response.on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

/** Calls without a pause until it is stopped, which returns the calls that failed. */
function startLoad(base: string) {
  const failed: string[] = [];
  let calls = 0;
  let answered = 0;
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    while (!isOver) {
      const i = calls++;
      const call = nextCall(caller, i);
      const status = await statusOf(base, call, i);
      answered++;
      if (status !== 200) failed.push(`${status} ${call.path}`);
    }
  });
  return {
    answered: () => answered,
    async stop() {
      isOver = true;
      await Promise.all(callers);
      return failed;
    },
  };
}

for (const [how, signal] of [
  ['restarted', 'SIGTERM'],
  ['killed and started', 'SIGKILL'],
] as const) {
  test(`of two nodes ${how} one after the other no caller learns`, {
    skip: skipWithoutNginx,
  }, async (t) => {
    const env = { ARTIFACTS: folder, TRUST_PROXY: '127.0.0.1', DRAIN_DELAY_MS: '500' };
    const start = async (port: number) => {
      const node = await startReady([SERVICE], { env: { ...env, PORT: String(port) } });
      after(() => node.stop());
      return node;
    };
    const nodes = [await start(await freePort()), await start(await freePort())];
    const { base } = await startNginx(nodes.map((node) => node.base));
    const load = startLoad(base);
    await until(() => load.answered() > CALLS_AROUND, 'the load runs');
    for (const node of nodes) {
      await node.stop(signal);
      await start(node.port);
    }
    const before = load.answered();
    await until(() => load.answered() > before + CALLS_AROUND, 'the load goes on');
    const failed = await load.stop();
    t.diagnostic(`nodes ${how}: ${load.answered()} calls, ${failed.length} failed`);
    assert.deepEqual(failed.slice(0, 5), []);
  });
}
