/** Starts the service and ends it on SIGTERM. */
import cluster from 'node:cluster';
import { setTimeout } from 'node:timers/promises';
import { createSimulator } from '../api/simulation/simulator.ts';
import { type ApiKey, readApiKeys } from '../http/guards/api-keys.ts';
import { DEFAULT_BODY_LIMITS, DEFAULT_RATE_LIMITS, shareLimits } from '../http/guards/limits.ts';
import type { StoreCounters } from '../http/guards/shared-counters.ts';
import { createHttpServer, listen } from '../http/http-server.ts';
import { giveUp, leaving } from '../http/leave.ts';
import { openLog } from '../http/log.ts';
import { openMetricsPort } from '../http/metrics-port.ts';
import { logSettings } from '../http/settings.ts';
import type { Embeds } from '../pages/server/embeds.ts';
import { createApp } from './app.ts';
import type { StoreStanding } from './artifacts/follow-store.ts';
import { swapArtifacts } from './artifacts/swap.ts';
import { type Config, readConfig, SETTINGS } from './config.ts';
import { embedsOf, type Loaded, loadPrices, loadYield, reload } from './loaded.ts';
import { grantedSlots } from './processes/granted-slots.ts';
import { beat } from './processes/heartbeat.ts';
import { artifactsFolder, giveOrders, isOrder, type Order } from './processes/orders.ts';

/** How long those who wait for the port are answered first, before the event loop is taken by what else is loaded. */
const FIRST_CALLS_MS = 50;

const { config, keys, embeds } = await readInputs().catch(giveUp);
const { log, flush, droppedLines } = openLog();
if (cluster.isWorker) beat();
// The primary of several has done so.
else logSettings(log, SETTINGS, config, process.env);

const loaded: Loaded = { pvYield: null, prices: null, keys, embeds, warning: null, cacheTag: null };
const simulator = createSimulator(log, cluster.isWorker ? { slots: grantedSlots() } : {});
const counting = await connectCounters();
const { draining, onSignals } = leaving({ log, flush });
let isLoading = true;
let folder = await artifactsFolder(config, log);
let loading = loadYield(loaded, folder, log);
const standing: StoreStanding = { awaySinceS: 0 };
if (cluster.isPrimary) giveOrders(config, log, obey, standing);
else process.on('message', (message) => isOrder(message) && obey(message));
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
  counters: counting?.counters,
  bodies: shareLimits(DEFAULT_BODY_LIMITS, config.processes),
  log,
  draining,
  buildFolder: () => folder,
  loading: () => (isLoading ? loading : null),
});
const server = createHttpServer(app);
if (metrics && measures && config.metrics) {
  metrics.measureConnections(server, measures);
  if (counting?.isLost) metrics.measureStore(counting.isLost, measures);
  if (cluster.isWorker) {
    const { tellMeasures } = await import('./processes/node-measures.ts');
    tellMeasures(measures.registry, log);
  } else {
    if (config.artifactsUrl) metrics.measureArtifactStore(measures.registry, standing);
    const address = await openMetricsPort(config.metrics, measures.registry).catch(giveUp);
    log.info(`Measures for Prometheus at ${address}.`);
  }
}
const maxConnections = Math.ceil(config.maxConnections / config.processes);
server.once('listening', () => {
  loading = loading.then(() => setTimeout(FIRST_CALLS_MS)).then(loadRest);
});
listen(server, app, { ...config, maxConnections }, { log, flush }, (port) => {
  const host = config.host?.includes(':') ? `[${config.host}]` : (config.host ?? 'localhost');
  const base = `http://${host}:${port}`;
  return `Listening ${process.uptime().toFixed(2)} s after the start. Try: curl '${base}/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180' or open ${base}/docs/api`;
});
onSignals(server, config.drainDelayMs, async () => {
  await simulator.close();
  counting?.close?.();
});

/**
 * Loads what the first lookups need not wait for. Now and not when it is first asked for: then there might be
 * no file descriptor for it, and Node remembers code that it could not load.
 */
async function loadRest(): Promise<void> {
  await Promise.all([
    import('../api/yield/series.ts'),
    import('../api/simulation/routes.ts'),
  ]).catch((error) =>
    log.error({ err: error }, 'Series or simulation could not be loaded: start the process anew.'),
  );
  await loadPrices(loaded, folder, log);
  isLoading = false;
  simulator.warmUp();
  makePages();
}

/** Makes the explorer's page of what is loaded, beside the calls: nobody waits for its first verdict. */
function makePages(): void {
  warmPages().catch((error) => log.warn({ err: error }, 'The first page could not be made yet.'));
}

/** Obeys orders one after another, and behind what is being loaded. */
function obey(order: Order): void {
  loading = loading.then(async () => {
    if (order.order === 'reload') await reload(loaded, config, log, folder);
    else if (await swapArtifacts(loaded, order.folder, log)) folder = order.folder;
    makePages();
  });
}

/** The counters that this process shares with others; undefined where it counts alone. Loaded only then. */
async function connectCounters(): Promise<Partial<StoreCounters> | undefined> {
  if (config.redisUrl === undefined && cluster.isPrimary) return undefined;
  const { nodeCounters, storeCounters } = await import('../http/guards/shared-counters.ts');
  return config.redisUrl === undefined
    ? { counters: nodeCounters }
    : storeCounters(config.redisUrl, log);
}

/** A bad variable, file of keys or of configurators stops the start. */
async function readInputs() {
  const read = readConfig(process.env);
  return { config: read, keys: keysOf(read), embeds: await loadEmbeds(read) };
}

/** A configurator that is wrong would be framed by the wrong, or lose its leads. */
async function loadEmbeds(config: Config): Promise<Embeds | null> {
  try {
    return await embedsOf(config);
  } catch (error) {
    throw new Error(`EMBEDS_FILE cannot be used: ${(error as Error).message}`);
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
