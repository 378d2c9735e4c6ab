/**
 * The primary of several serving processes behind one port: starts them, replaces those that die or hang, passes
 * orders on, keeps what they count and grants the node's simulation slots.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { ownSlots } from '../../api/simulation/slots.ts';
import { giveUp } from '../../http/leave.ts';
import { openLog } from '../../http/log.ts';
import { openMetricsPort } from '../../http/metrics-port.ts';
import { logSettings } from '../../http/settings.ts';
import type { StoreStanding } from '../artifacts/follow-store.ts';
import { type Config, readConfig, SETTINGS } from '../config.ts';
import { grantSlots } from './granted-slots.ts';
import { HUNG_AFTER_S, watchHeartbeat } from './heartbeat.ts';
import { artifactsFolder, giveOrders, HANDED_FOLDER, type Order } from './orders.ts';
import { tell } from './tell.ts';
import { closeUntaken } from './untaken.ts';

const REPLACE_AFTER_MS = 1_000;
/** Seconds of silence after which a process hangs while the node leaves: its calls would have had seven. */
const LAST_SILENCE_S = 8;

/** A serving process. */
interface Serving {
  /** Settles when it listens: only then it hears orders. */
  listening: Promise<unknown>;
  silentS(): number;
}

const config = readOrExit();
const { log, flush, droppedLines } = openLog(true);
logSettings(log, SETTINGS, config, process.env);
const slots = ownSlots();
const workers = new Map<Worker, Serving>();
const standing: StoreStanding = { awaySinceS: 0 };
let leaving = false;
let hasListened = false;

new RateLimiterClusterMaster();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leave);
let folder = await artifactsFolder(config, log);
giveOrders(config, log, sendToAll, standing);
const measures = await createMeasures();
// The first alone: what is wrong with the settings is said once.
await startWorker();
hasListened = true;
for (let i = 1; i < config.processes; i++) startWorker();
if (config.metrics && measures) {
  const address = await openMetricsPort(config.metrics, measures.node).catch(giveUp);
  log.info(`Measures for Prometheus at ${address}.`);
}

/** Starts a process; resolves when it listens. One that never does ends all: the next would not either. */
async function startWorker(): Promise<void> {
  const worker = cluster.fork({ [HANDED_FOLDER]: folder });
  const listening = once(worker, 'listening');
  const silentS = watchHeartbeat(worker, () => endHung(worker, HUNG_AFTER_S));
  workers.set(worker, { listening, silentS });
  closeUntaken(worker);
  grantSlots(worker, slots);
  measures?.node.follow(worker);
  worker.once('exit', (code, signal) => replaceWorker(worker, code, signal));
  await listening;
}

/** Calls that it holds are answered by nobody, and its slots would be lost for ever. */
function endHung(worker: Worker, seconds: number): void {
  const { pid } = worker.process;
  log.error(`Process ${pid} has been silent for ${seconds} s: it hangs and is killed.`);
  worker.process.kill('SIGKILL');
}

async function replaceWorker(worker: Worker, code: number, signal: string): Promise<void> {
  const isHung = (workers.get(worker)?.silentS() ?? 0) >= HUNG_AFTER_S;
  workers.delete(worker);
  if (leaving) return;
  const { pid } = worker.process;
  if (!hasListened) process.exit(code || 1);
  log.error(`Process ${pid} is gone (${signal ?? `exit code ${code}`}), another takes its place.`);
  measures?.primary.countRestart(isHung ? 'hung' : 'gone');
  await wait(REPLACE_AFTER_MS);
  if (!leaving) await startWorker();
}

function sendToAll(order: Order): void {
  if (order.order === 'take') folder = order.folder;
  for (const [worker, { listening }] of workers) listening.then(() => tell(worker, order));
}

/** Each finishes what it has accepted; one that hangs would not, and callers would still come to it. */
async function leave(signal: NodeJS.Signals): Promise<void> {
  if (leaving) return;
  leaving = true;
  log.info(`${signal}: ${workers.size} processes finish what has been accepted.`);
  await Promise.all(
    [...workers.keys()].map((worker) => {
      const exit = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      watchHeartbeat(worker, () => endHung(worker, LAST_SILENCE_S), LAST_SILENCE_S, 0);
      return exit;
    }),
  );
  await flush();
  process.exit(0);
}

/** Measures of the processes and of this one; loaded only for those who measure. */
async function createMeasures() {
  if (!config.metrics) return undefined;
  const [{ createPrimaryMetrics }, { nodeMeasures }] = await Promise.all([
    import('./primary-metrics.ts'),
    import('./node-measures.ts'),
  ]);
  const primary = createPrimaryMetrics({
    droppedLines,
    silences: () =>
      [...workers].map(([{ process }, { silentS }]) => [String(process.pid), silentS()]),
    standing: config.artifactsUrl ? standing : undefined,
  });
  return { primary, node: nodeMeasures(primary.registry) };
}

function readOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return giveUp(error as Error);
  }
}
