/**
 * `make scale-measure`: measures what scale.ts reckons with, and writes constants.json. Times are of processors, the
 * least of several runs: on a loaded machine waiting does not count. Then it drives loads through the set-ups, and prints
 * what the model says of them beside. Needs nginx, redis-server and openssl.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Redis } from 'ioredis';
import { writeJsonWhole } from '../../../pipeline/files/write-whole.ts';
import { launchNginx } from '../../deploy/nginx.test-kit.ts';
import { freePort } from '../../test/free-port.ts';
import { type Call, loadWithoutFault } from '../../test/load.ts';
import { childrenOf, residentMb } from '../../test/process-figures.ts';
import { launchRedis } from '../../test/redis.ts';
import { rawCall, until } from '../../test/service.ts';
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { startServer } from '../bench/bench-http.ts';
import { makeLookup, makeSimulation } from './calls.ts';
import { driveLoads } from './drive.ts';
import { measureFiles, measurePage } from './measure-files.ts';
import { measureTls } from './measure-tls.ts';
import { measureUs } from './measure-us.ts';
import type { Constants } from './model.ts';

const PLACES = 100;
const CONSTANTS = new URL('constants.json', import.meta.url);
const artifacts = resolve(process.env.ARTIFACTS || 'artifacts');
const folder = mkdtempSync(join(tmpdir(), 'scale-'));
const loadBefore = loadavg()[0];
try {
  const constants: Constants = {
    ...(await measureService()),
    ...(await measureCounting()),
    ...(await measureFiles(artifacts, folder)),
    ...(await measureTls(folder)),
  };
  const now = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} x ${cpus()[0].model}, Node ${process.version}`;
  const load = `load ${loadBefore.toFixed(0)} to ${loadavg()[0].toFixed(0)}`;
  writeJsonWhole(CONSTANTS.pathname, { measured: `${now}, ${machine}, ${load}`, constants });
  for (const [name, value] of Object.entries(constants)) console.log(`${name.padEnd(24)}${value}`);
  await driveLoads(constants, { artifacts, folder });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The service by itself, then behind nginx as service/deploy/nginx.conf has it, without TLS. */
async function measureService() {
  const service = await startServer('service');
  const port = await freePort();
  const nginx = launchNginx(folder, port, [service.base, service.base]);
  const base = `http://127.0.0.1:${port}`;
  try {
    const [lookupUs] = await measureUs(service.base, [service.pid], () => makeLookup());
    const [simulationUs] = await measureUs(service.base, [service.pid], makeSimulation, 1);
    const processMb = Math.round(residentMb(service.pid));
    await until(async () => (await rawCall(base, '/livez')).status === 200, 'nginx answers');
    const workers = childrenOf(nginx.pid ?? 0).slice(0, 1);
    const [proxyUs] = await measureUs(base, workers, () => makeLookup());
    const known = Array.from({ length: PLACES }, () => makeLookup());
    let i = 0;
    const [hitUs] = await measureUs(base, workers, () => known[i++ % PLACES]);
    const wire = {
      lookupBytes: await readWireBytes(service.base, () => makeLookup()),
      simulationBytes: await readWireBytes(service.base, makeSimulation),
      proxiedLookupBytes: await readWireBytes(base, () => makeLookup()),
      proxiedSimulationBytes: await readWireBytes(base, makeSimulation),
    };
    const page = await measurePage(service.base);
    const times = { lookupUs, simulationUs, proxyUs, hitUs };
    return { ...times, processMb, ...wire, ...page };
  } finally {
    nginx.kill('SIGTERM');
    await service.stop();
  }
}

/** Bytes of an answer on the wire, with its headers. */
async function readWireBytes(base: string, next: () => Call): Promise<number> {
  const { bytes, answered } = await loadWithoutFault(base, { connections: 1, seconds: 1, next });
  return Math.round(bytes / answered);
}

/** A lookup of ever another caller, with a Redis and without. */
async function measureCounting() {
  const port = await freePort();
  const redis = launchRedis(port);
  const operator = new Redis(port, '127.0.0.1');
  const env = { ARTIFACTS: artifacts, TRUST_PROXY: '1' };
  const alone = await startProgram([SERVICE], { env });
  const counted = await startProgram([SERVICE], {
    env: { ...env, REDIS_URL: `redis://127.0.0.1:${port}` },
  });
  let i = 0;
  const caller = () => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i++ & 255}`;
  const next = () => makeLookup({ 'x-forwarded-for': caller() });
  try {
    const emptyBytes = await usedBytes(operator);
    for (const { log } of [alone, counted]) log.length = 0;
    const [aloneUs] = await measureUs(alone.base, [alone.pid], next);
    const [countedUs, redisUs] = await measureUs(counted.base, [counted.pid, redis.pid ?? 0], next);
    const callers = await operator.dbsize();
    const callerBytes = Math.round(((await usedBytes(operator)) - emptyBytes) / callers);
    return { countingUs: Math.max(0, countedUs - aloneUs), redisUs, callerBytes };
  } finally {
    operator.disconnect();
    await alone.stop();
    await counted.stop();
    redis.kill('SIGKILL');
  }
}

/** All memory that a Redis has taken for its data and their keeping. */
async function usedBytes(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
}
