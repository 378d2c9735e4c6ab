/** Starts the service and ends it on SIGTERM. */
import { setTimeout } from 'node:timers/promises';
import { createSimulator } from '../api/simulation/simulator.ts';
import { DEFAULT_BODY_LIMITS, DEFAULT_RATE_LIMITS } from '../http/guards/limits.ts';
import type { RedisStores } from '../http/guards/redis-store.ts';
import { createHttpServer, listen } from '../http/http-server.ts';
import { giveUp, leaving } from '../http/leave.ts';
import { openLog } from '../http/log.ts';
import { openMetricsPort } from '../http/metrics-port.ts';
import { logSettings } from '../http/settings.ts';
import { createApp } from './app.ts';
import { followChanges } from './changes.ts';
import { readConfig, SETTINGS } from './config.ts';
import {
  embedsOf,
  keysOf,
  type Loaded,
  loadPrices,
  loadYield,
  nothingLoaded,
  reload,
} from './loaded.ts';
import type { StoreStanding } from './store/follow-store.ts';
import { folderAtStart } from './store/pointer.ts';
import { swapArtifacts } from './store/swap.ts';

/** How long those who wait for the port are answered first, before the event loop is taken by what else is loaded. */
const FIRST_CALLS_MS = 50;

const { config, keys, embeds } = await readInputs().catch(giveUp);
const { log, flush, droppedLines } = openLog();
logSettings(log, SETTINGS, config, process.env);

const loaded: Loaded = { ...nothingLoaded(), keys, embeds };
const simulator = createSimulator(log);
const counting = await connectStores();
const { draining, onSignals } = leaving({ log, flush });
let isLoading = true;
let folder = await folderToStartWith();
let loading = loadYield(loaded, folder, log);
const standing: StoreStanding = { awaySinceS: 0 };
followChanges(
  config,
  log,
  { reload: () => queue(reloadAll), take: (from) => queue(() => take(from)) },
  standing,
);
await loading;
// Loaded only for those who measure.
const metrics = config.metrics && (await import('./metrics.ts'));
const measures = metrics?.createMetrics({ loaded, simulator, droppedLines });
const { app, warmPages } = createApp({
  ...config,
  observe: measures?.observe,
  loaded,
  simulator,
  limits: DEFAULT_RATE_LIMITS,
  stores: counting?.stores,
  bodies: DEFAULT_BODY_LIMITS,
  log,
  draining,
  buildFolder: () => folder,
  loading: () => (isLoading ? loading : null),
});
const server = createHttpServer(app);
if (metrics && measures && config.metrics) {
  metrics.measureConnections(server, measures);
  if (counting) metrics.measureStore(counting.isLost, measures);
  if (config.artifactsUrl) metrics.measureArtifactStore(measures, standing);
  const address = await openMetricsPort(config.metrics, measures.registry).catch(giveUp);
  log.info(`metrics at ${address}`);
}
server.once('listening', () => {
  loading = loading.then(() => setTimeout(FIRST_CALLS_MS)).then(loadRest);
});
listen(server, config, { log, flush }, (port) => {
  const host = config.host?.includes(':') ? `[${config.host}]` : (config.host ?? 'localhost');
  const base = `http://${host}:${port}`;
  return `listening at ${base}, ${process.uptime().toFixed(2)} s after the start`;
});
onSignals(server, config.drainDelayMs, async () => {
  await simulator.close();
  counting?.close();
});

/**
 * Loads what the first lookups need not wait for. Now and not when it is first asked for: then there might be
 * no file descriptor for it, and Node remembers code that it could not load.
 */
async function loadRest(): Promise<void> {
  await Promise.all([
    import('#engine/yield/series.ts'),
    import('../api/simulation/routes.ts'),
  ]).catch((error) =>
    log.error({ err: error }, 'Series or simulation could not be loaded: start the process anew.'),
  );
  await loadPrices(loaded, folder, log);
  isLoading = false;
  simulator.warmUp().then(makePages);
}

/** Makes the explorer's page of what is loaded, while calls are answered: nobody waits for its first verdict. */
function makePages(): void {
  warmPages().catch((error) =>
    log.warn({ err: error }, 'The first page has no verdict yet. The next visitor computes it.'),
  );
}

/** Does one change after another, and behind what is being loaded. */
function queue(change: () => Promise<void>): void {
  loading = loading.then(async () => {
    await change();
    // At the start they are made when all is loaded.
    if (!isLoading) makePages();
  });
}

function reloadAll(): Promise<void> {
  return reload(loaded, config, log, folder);
}

async function take(from: string): Promise<void> {
  if (await swapArtifacts(loaded, from, log)) folder = from;
}

/** The build that was taken from the store last, else ARTIFACTS itself. */
async function folderToStartWith(): Promise<string> {
  if (config.artifactsUrl === undefined) return config.artifacts;
  return folderAtStart(config.artifacts, log);
}

/** The stores of limits that nodes share. Undefined where this one counts by itself. Loaded only then. */
async function connectStores(): Promise<RedisStores | undefined> {
  if (config.redisUrl === undefined) return undefined;
  const { redisStores } = await import('../http/guards/redis-store.ts');
  return redisStores(config.redisUrl, log);
}

/** A bad variable, file of keys or of configurators stops the start. */
async function readInputs() {
  const read = readConfig(process.env);
  return {
    config: read,
    // Without its keys the service would lock every key's holder out.
    keys: await orRefuse('API_KEYS_FILE', () => keysOf(read)),
    // A configurator that is wrong would be framed by the wrong, or lose its leads.
    embeds: await orRefuse('EMBEDS_FILE', () => embedsOf(read)),
  };
}

/** @throws Error that names the setting of a file that cannot be read */
async function orRefuse<Read>(setting: string, read: () => Read): Promise<Awaited<Read>> {
  try {
    return await read();
  } catch (error) {
    throw new Error(`${setting} cannot be used: ${(error as Error).message}`);
  }
}
