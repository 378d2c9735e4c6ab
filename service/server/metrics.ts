import type { Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Simulator } from '../api/simulation/simulator.ts';
import { CONCURRENT_SIMULATIONS } from '../http/guards/limits.ts';
import { measureProcess } from '../http/process-metrics.ts';
import { type Done, outcomeOf } from '../http/request-log.ts';
import { routeName } from '../http/route-name.ts';
import type { Loaded } from './loaded.ts';
import type { StoreStanding } from './store/follow-store.ts';

/** Bounds from a lookup out of memory to the deadline of a simulation. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Methods of HTTP's own making are no more than these to count. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Counting one by one costs a request three times what it costs many at once. */
const AT_ONCE = 512;

export interface Metrics {
  registry: Registry;
  /** Counts a request that is over. */
  observe(done: Done): void;
}

interface Measured {
  loaded: Loaded;
  simulator: Simulator;
  droppedLines(): number;
}

/** The measures of a process: Node's own (memory, processor, event loop) and ours, whose names begin with sun_. */
export function createMetrics(measured: Measured, registry = new Registry()): Metrics {
  collectDefaultMetrics({ register: registry });
  measureProcess(registry, measured.droppedLines);
  gaugeSimulator(measured, registry);
  gaugeData(measured, registry);
  return { registry, observe: requestObserver(registry) };
}

function requestObserver(registry: Registry): Metrics['observe'] {
  const registers = [registry];
  const waiting: Done[] = [];
  const countAll = () => {
    for (const done of waiting.splice(0)) count(done);
  };
  const requests = new Counter({
    name: 'sun_http_requests_total',
    help: 'Requests that are over. Status 499: the caller was gone before the answer.',
    labelNames: ['route', 'method', 'status'],
    collect: countAll,
    registers,
  });
  const seconds = new Histogram({
    name: 'sun_http_request_duration_seconds',
    help: 'From the headers of a request to the last byte of its answer, by the kind of answer: quick refusals hide no slow answers.',
    labelNames: ['route', 'outcome'],
    buckets: SECONDS,
    collect: countAll,
    registers,
  });
  const refusals = new Counter({
    name: 'sun_rate_limit_refusals_total',
    help: 'Requests over a limit, by the counter that refused them.',
    labelNames: ['counter'],
    collect: countAll,
    registers,
  });
  const count = ({ method, path, status, ms, refusedBy }: Done) => {
    const route = routeName(path);
    requests.inc({ route, method: METHODS.has(method) ? method : 'other', status });
    seconds.observe({ route, outcome: outcomeOf(status) }, ms / 1000);
    if (refusedBy) refusals.inc({ counter: refusedBy });
  };
  return (done) => {
    if (waiting.push(done) === AT_ONCE) countAll();
  };
}

/** A gauge whose value is read when it is asked for. */
function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

function gaugeSimulator({ simulator }: Measured, registry: Registry): void {
  gauge(
    registry,
    'sun_simulation_slots',
    'Simulations that may be computed at a time.',
    () => CONCURRENT_SIMULATIONS,
  );
  gauge(
    registry,
    'sun_simulation_slots_used',
    'Simulations that are being computed.',
    () => simulator.state().running,
  );
  gauge(
    registry,
    'sun_simulation_queue',
    'Simulations that wait for a slot, or for a thread while threads start.',
    () => simulator.state().waiting,
  );
  gauge(registry, 'sun_simulation_threads_ready', 'Whether the threads run (1) or not (0).', () =>
    Number(simulator.ready()),
  );
}

function gaugeData({ loaded }: Measured, registry: Registry): void {
  const registers = [registry];
  const headers = () =>
    Object.entries({ pv_yield: loaded.pvYield?.artifact.header, prices: loaded.prices?.header });
  new Gauge({
    name: 'sun_artifact_info',
    help: 'Version of a loaded artifact; always 1.',
    labelNames: ['artifact', 'version'],
    registers,
    collect() {
      this.reset();
      for (const [artifact, header] of headers())
        if (header) this.set({ artifact, version: header.dataset_version }, 1);
    },
  });
  new Gauge({
    name: 'sun_artifact_loaded',
    help: 'Whether an artifact is loaded (1) or not (0), so that what needs it is 503.',
    labelNames: ['artifact'],
    registers,
    collect() {
      for (const [artifact, header] of headers())
        this.set({ artifact }, Number(header !== undefined));
    },
  });
  new Gauge({
    name: 'sun_artifact_generated_timestamp_seconds',
    help: 'When the data of a loaded artifact were generated, Unix time; time() less it is their age.',
    labelNames: ['artifact'],
    registers,
    collect() {
      this.reset();
      for (const [artifact, header] of headers())
        if (header) this.set({ artifact }, Date.parse(header.generated_at) / 1000);
    },
  });
  gauge(
    registry,
    'sun_artifacts_of_one_build',
    'Whether yield and prices are of one manifest (1) or not (0).',
    () => Number(loaded.warning === null),
  );
}

/** The store that artifacts come from. */
export function measureArtifactStore({ registry }: Metrics, standing: StoreStanding): void {
  gauge(
    registry,
    'sun_artifact_store_unreachable_since_seconds',
    'Since when the store of ARTIFACTS_URL has given no build that can be taken in, Unix time; 0 while it does.',
    () => standing.awaySinceS,
  );
}

/** Whether the store of shared limits is lost. */
export function measureStore(isLost: () => boolean, { registry }: Metrics): void {
  gauge(
    registry,
    'sun_counter_store_lost',
    'Whether the store of REDIS_URL is lost, so that each node counts by itself (1), or not (0).',
    () => Number(isLost()),
  );
}

/** The connections of a server: those that are open, and how many were refused at the bound. */
export function measureConnections(server: Server, { registry }: Metrics): void {
  gauge(registry, 'sun_http_connections_open', 'Open connections.', () => openConnections(server));
  const refused = new Counter({
    name: 'sun_http_connections_refused_total',
    help: 'Connections refused because MAX_CONNECTIONS were open.',
    registers: [registry],
  });
  server.on('drop', () => refused.inc());
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
