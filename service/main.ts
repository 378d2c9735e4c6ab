/** Starts the service: `node --import tsx service/main.ts`. Environment: see config.ts. */
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { readApiKeys } from './api-keys.ts';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { drain } from './drain.ts';
import { createHttpServer } from './http-server.ts';
import { DEFAULT_RATE_LIMITS } from './limits.ts';
import { type Loaded, reload } from './loaded.ts';

const config = configOrExit();
const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 500 });
const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
process.on('exit', () => output.flushSync());

const loaded: Loaded = { pvYield: null, prices: null, keys: [] };
let draining = false;
await reload(loaded, config, log);
const server = createHttpServer(
  createApp({ ...config, loaded, limits: DEFAULT_RATE_LIMITS, log, draining: () => draining }),
);
server.on('error', (error) => {
  console.error(`Cannot listen on port ${config.port}: ${error.message}`);
  process.exit(1);
});
server.listen({ port: config.port, ...(config.host ? { host: config.host } : {}) }, () => {
  const { port } = server.address() as AddressInfo;
  const base = `http://${config.host ?? 'localhost'}:${port}`;
  log.info(
    `Listening ${process.uptime().toFixed(2)} s after the start. Try: curl '${base}/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180' or open ${base}/docs/api`,
  );
  output.flush();
});
process.on('SIGHUP', () => reload(loaded, config, log));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, leave);

async function leave(signal: string): Promise<void> {
  draining = true;
  log.info(`${signal}: finishing what has been accepted.`);
  await drain(server);
  log.info('Done.');
  process.exit(0);
}

/** A bad variable or file of keys stops the start. */
function configOrExit(): Config {
  try {
    const read = readConfig(process.env);
    if (read.apiKeysFile) readApiKeys(read.apiKeysFile);
    return read;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
