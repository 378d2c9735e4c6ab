/**
 * `make scale-measure`: measures what scale.ts reckons with, and writes constants.json. Times are of processors, the
 * least of several runs: on a loaded machine waiting does not count. Needs nginx and redis-server.
 */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seededRandom } from '#common/seeded-random.ts';
import { writeJsonWhole } from '../../../pipeline/files/write-whole.ts';
import { launchNginx } from '../../deploy/nginx.test-kit.ts';
import type * as Sdk from '../../pages/lookup/lookup.ts';
import { SDK_PACKAGE } from '../../pages/sdk/build-sdk.ts';
import { BUILT } from '../../pages/server/assets.ts';
import { serveFolder } from '../../test/file-server.ts';
import { freePort } from '../../test/free-port.ts';
import { type Call, loadWithoutFault } from '../../test/load.ts';
import { childrenOf, processorMs, residentMb } from '../../test/process-figures.ts';
import { launchRedis, redisOperator } from '../../test/redis.ts';
import { rawCall, until } from '../../test/service.ts';
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { startServer } from '../bench/bench-http.ts';
import type { Constants } from './model.ts';

const RUNS = 3;
const WIRE = { 'accept-encoding': 'gzip' };
const PLACES = 100;
const FRESH = 50;
const CONSTANTS = new URL('constants.json', import.meta.url);
const HOUSE = readFileSync(
  new URL('../../../schemas/examples/postSimulation.battery_on_spot.request.json', import.meta.url),
  'utf8',
);

const random = seededRandom(7);
const artifacts = resolve(process.env.ARTIFACTS || 'artifacts');
const folder = mkdtempSync(join(tmpdir(), 'scale-'));
const loadBefore = loadavg()[0];
try {
  const constants: Constants = {
    ...(await measureService()),
    ...(await measureCounting()),
    ...(await measureFiles()),
  };
  const now = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} x ${cpus()[0].model}, Node ${process.version}`;
  const load = `load ${loadBefore.toFixed(0)} to ${loadavg()[0].toFixed(0)}`;
  writeJsonWhole(CONSTANTS.pathname, { measured: `${now}, ${machine}, ${load}`, constants });
  for (const [name, value] of Object.entries(constants)) console.log(`${name.padEnd(18)}${value}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A lookup somewhere in Sweden that was not asked for yet. */
function makeLookup(headers: Record<string, string> = {}): Call {
  const lat = (57 + 5 * random()).toFixed(5);
  const lng = (14 + 2 * random()).toFixed(5);
  const path = `/api/v1/pv-yield?lat=${lat}&lng=${lng}&tilt=${Math.floor(90 * random())}&azimuth=180&kwp=10`;
  return { path, headers: { ...WIRE, ...headers } };
}

function makeSimulation(): Call {
  const headers = { ...WIRE, 'content-type': 'application/json' };
  return { method: 'POST', path: '/api/v1/simulation', body: HOUSE, headers };
}

/**
 * Processor time a call takes of each of some processes, microseconds: the least of runs, the first to warm up.
 * @throws Error when the machine is so loaded that no call is answered
 */
async function measureUs(
  base: string,
  pids: readonly number[],
  next: () => Call,
  connections = 16,
) {
  const least = pids.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run <= RUNS; run++) {
    const before = pids.map(processorMs);
    const { answered } = await loadWithoutFault(base, { connections, seconds: 3, next });
    if (answered === 0)
      throw new Error(`${base} answered nothing in 3 s at a load of ${loadavg()[0].toFixed(0)}.`);
    if (run === 0) continue;
    for (const [i, pid] of pids.entries())
      least[i] = Math.min(least[i], (1000 * (processorMs(pid) - before[i])) / answered);
  }
  return least.map(Math.round);
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
    const lookupBytes = await readWireBytes(service.base, makeLookup());
    const simulationBytes = await readWireBytes(service.base, makeSimulation());
    return { lookupUs, simulationUs, processMb, proxyUs, hitUs, lookupBytes, simulationBytes };
  } finally {
    nginx.kill('SIGTERM');
    await service.stop();
  }
}

/** Body and headers of an answer. */
async function readWireBytes(base: string, { path, ...options }: Call): Promise<number> {
  const { text, headers } = await rawCall(base, path, options);
  const compressed = Number(headers['content-length'] ?? 0) || text.length;
  return compressed + JSON.stringify(headers).length;
}

/** A lookup of ever another caller, with a Redis and without. */
async function measureCounting() {
  const port = await freePort();
  const redis = launchRedis(port);
  const operator = redisOperator(port);
  const env = { ARTIFACTS: artifacts, TRUST_PROXY: '1' };
  const alone = await startProgram([SERVICE], { env });
  const counted = await startProgram([SERVICE], {
    env: { ...env, REDIS_URL: `redis://127.0.0.1:${port}` },
  });
  let i = 0;
  const caller = () => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i++ & 255}`;
  const next = () => makeLookup({ 'x-forwarded-for': caller() });
  try {
    for (const { log } of [alone, counted]) log.length = 0;
    const [aloneUs] = await measureUs(alone.base, [alone.pid], next);
    const [countedUs, redisUs] = await measureUs(counted.base, [counted.pid, redis.pid ?? 0], next);
    const used = /used_memory_dataset:(\d+)/.exec(await operator.info('memory'))?.[1];
    const callerBytes = Math.round(Number(used) / (await operator.dbsize()));
    return { countingUs: Math.max(0, countedUs - aloneUs), redisUs, callerBytes };
  } finally {
    operator.disconnect();
    await alone.stop();
    await counted.stop();
    redis.kill('SIGKILL');
  }
}

/** Reads and bytes of a first lookup of fresh clients from cells.bin. */
async function measureFiles() {
  const { open }: typeof Sdk = await import(
    pathToFileURL(join(BUILT, SDK_PACKAGE, 'lookup.mjs')).href
  );
  const data = mkdtempSync(join(folder, 'data-'));
  symlinkSync(join(artifacts, 'cells.bin'), join(data, 'cells.bin'));
  const server = await serveFolder(data);
  try {
    for (let i = 0; i < FRESH; i++) {
      const sun = await open(`${server.base}/cells.bin`);
      await sun.lookup({ lat: 57 + 5 * random(), lng: 14 + 2 * random(), tilt: 40, azimuth: 180 });
    }
    const answers = await server.answers();
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
    return { staticReads: answers.length / FRESH, staticBytes: Math.round(bytes / FRESH) };
  } finally {
    server.stop();
  }
}
