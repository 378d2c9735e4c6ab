/** Starts the service: `node --import tsx service/main.ts`. Environment: see config.ts. */
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { type ApiKey, readApiKeys } from './api-keys.ts';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { drain } from './drain.ts';
import { createHttpServer } from './http-server.ts';
import { DEFAULT_BODY_LIMITS, DEFAULT_RATE_LIMITS } from './limits.ts';
import { checkOneBuild, type Loaded, loadPrices, loadYield, reload } from './loaded.ts';
import { createSimulator } from './simulation-api/simulator.ts';

/** Starting the worker threads takes all cores for a moment: the first lookups go before. */
const WARM_UP_AFTER_MS = 1000;

const { config, keys } = startOrExit();
const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 500 });
const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
process.on('exit', () => output.flushSync());

const loaded: Loaded = { pvYield: null, prices: null, keys, warning: null };
const simulator = createSimulator(log);
let draining = false;
let loading = loadYield(loaded, config, log);
process.on('SIGHUP', () => {
  loading = loading.then(() => reload(loaded, config, log));
});
await loading;
const server = createHttpServer(
  createApp({
    ...config,
    loaded,
    simulator,
    limits: DEFAULT_RATE_LIMITS,
    bodies: DEFAULT_BODY_LIMITS,
    log,
    draining: () => draining,
  }),
);
server.on('error', (error) => {
  console.error(`Cannot listen on port ${config.port}: ${error.message}`);
  process.exit(1);
});
server.listen({ port: config.port, ...(config.host ? { host: config.host } : {}) }, () => {
  const { port } = server.address() as AddressInfo;
  const host = config.host?.includes(':') ? `[${config.host}]` : (config.host ?? 'localhost');
  const base = `http://${host}:${port}`;
  log.info(
    `Listening ${process.uptime().toFixed(2)} s after the start. Try: curl '${base}/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180' or open ${base}/docs/api`,
  );
  output.flush();
  loading = loading
    .then(() => loadPrices(loaded, config, log))
    .then(() => checkOneBuild(loaded, config, log));
  setTimeout(() => simulator.warmUp(), WARM_UP_AFTER_MS).unref();
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leave);

/** A second signal changes nothing: supervisors and make send more than one. */
async function leave(signal: string): Promise<void> {
  if (draining) return;
  draining = true;
  log.info(`${signal}: finishing what has been accepted.`);
  await drain(server);
  await simulator.close();
  log.info('Done.');
  process.exit(0);
}

/** A bad variable or file of keys stops the start. */
function startOrExit(): { config: Config; keys: ApiKey[] } {
  try {
    const read = readConfig(process.env);
    return { config: read, keys: keysOf(read) };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** A file of keys that cannot be read would lock every key's holder out. */
function keysOf({ apiKeysFile }: Config): ApiKey[] {
  if (apiKeysFile === undefined) return [];
  try {
    return readApiKeys(apiKeysFile);
  } catch (error) {
    throw new Error(`API_KEYS_FILE cannot be used: ${(error as Error).message}`);
  }
}
