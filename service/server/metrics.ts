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

/** Measures of a process. */
export interface Metrics {
  registry: Registry;
  /** Counts a request that is over. */
  observe(done: Done): void;
}

/** Sources of the measures. */
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

function gaugeSimulator({ simulator }: Measured, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'sun_simulation_slots',
    help: 'Simulations that may be computed at a time.',
    registers,
  }).set(CONCURRENT_SIMULATIONS);
  new Gauge({
    name: 'sun_simulation_slots_used',
    help: 'Simulations that are being computed.',
    registers,
    collect() {
      this.set(simulator.state().running);
    },
  });
  new Gauge({
    name: 'sun_simulation_queue',
    help: 'Simulations that wait for a thread, as they do while threads start.',
    registers,
    collect() {
      this.set(simulator.state().waiting);
    },
  });
  new Gauge({
    name: 'sun_simulation_threads_ready',
    help: 'Whether the threads run (1) or not (0).',
    registers,
    collect() {
      this.set(Number(simulator.ready()));
    },
  });
}

function gaugeData({ loaded }: Measured, registry: Registry): void {
  const registers = [registry];
  const headers = () => ({
    pv_yield: loaded.pvYield?.artifact.header,
    prices: loaded.prices?.header,
  });
  new Gauge({
    name: 'sun_artifact_info',
    help: 'Version of a loaded artifact; always 1.',
    labelNames: ['artifact', 'version'],
    registers,
    collect() {
      this.reset();
      for (const [artifact, header] of Object.entries(headers())) {
        if (header) this.set({ artifact, version: header.dataset_version }, 1);
      }
    },
  });
  new Gauge({
    name: 'sun_artifact_loaded',
    help: 'Whether an artifact is loaded (1) or not (0), so that what needs it is 503.',
    labelNames: ['artifact'],
    registers,
    collect() {
      for (const [artifact, header] of Object.entries(headers()))
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
      for (const [artifact, header] of Object.entries(headers())) {
        if (header) this.set({ artifact }, Date.parse(header.generated_at) / 1000);
      }
    },
  });
  new Gauge({
    name: 'sun_artifacts_of_one_build',
    help: 'Whether yield and prices are of one manifest (1) or not (0).',
    registers,
    collect() {
      this.set(Number(loaded.warning === null));
    },
  });
}

/** The store that artifacts come from. */
export function measureArtifactStore(registry: Registry, standing: StoreStanding): void {
  new Gauge({
    name: 'sun_artifact_store_unreachable_since_seconds',
    help: 'Since when the store of ARTIFACTS_URL has given no build that can be taken in, Unix time; 0 while it does.',
    registers: [registry],
    collect() {
      this.set(standing.awaySinceS);
    },
  });
}

/** Whether the store of shared limits is lost. */
export function measureStore(isLost: () => boolean, { registry }: Metrics): void {
  new Gauge({
    name: 'sun_counter_store_lost',
    help: 'Whether the store of REDIS_URL is lost, so that each node counts by itself (1), or not (0).',
    registers: [registry],
    collect() {
      this.set(Number(isLost()));
    },
  });
}

/** The connections of a server: those that are open, and how many were refused at the bound. */
export function measureConnections(server: Server, { registry }: Metrics): void {
  const registers = [registry];
  new Gauge({
    name: 'sun_http_connections_open',
    help: 'Open connections.',
    registers,
    async collect() {
      this.set(await openConnections(server));
    },
  });
  const refused = new Counter({
    name: 'sun_http_connections_refused_total',
    help: 'Connections refused because MAX_CONNECTIONS were open.',
    registers,
  });
  server.on('drop', () => refused.inc());
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
