/** Measures of the integrations, as Prometheus reads them: Node's own, requests, and what is left for other systems. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { measureProcess } from '../http/process-metrics.ts';
import { type Done, outcomeOf } from '../http/request-log.ts';
import { mayRunTask } from './jobs/start-tasks.ts';
import type { Organisation } from './organisations/organisations.ts';
import type { Store } from './store/store.ts';
import { StoreUnavailable } from './store/store.ts';
import { type QueueStanding, readQueueStandings } from './store/tasks.ts';

/** Bounds from a reading to the longest that a caller waits. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];
/** What a path is about, by its part behind /integrations/v1/. */
const RESOURCES = ['prospects', 'offers', 'tasks', 'status'];

/** Measures of the process. */
export interface IntegrationsMetrics {
  contentType: string;
  /** Reads the queues and gives all measures as text. */
  metrics(): Promise<string>;
  /** Counts a request that is over. */
  observe(done: Done): void;
}

/** Sources of the measures. */
export interface Measured {
  organisations: { readonly current: readonly Organisation[] };
  store: Store;
  now(): Date;
  droppedLines(): number;
}

/** The measures of a process on its store; several processes of one store give the same of its queues. */
export function createIntegrationsMetrics(
  measured: Measured,
  registry = new Registry(),
): IntegrationsMetrics {
  collectDefaultMetrics({ register: registry });
  measureProcess(registry, measured.droppedLines);
  const readQueues = gaugeQueues(measured, registry);
  return {
    contentType: registry.contentType,
    async metrics() {
      await readQueues();
      return registry.metrics();
    },
    observe: requestObserver(registry),
  };
}

function requestObserver(registry: Registry): IntegrationsMetrics['observe'] {
  const registers = [registry];
  const requests = new Counter({
    name: 'sun_integrations_requests_total',
    help: 'Requests that are over. Status 499: the caller was gone before the answer.',
    labelNames: ['resource', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'sun_integrations_request_duration_seconds',
    help: 'From the headers of a request to the last byte of its answer, by the kind of answer.',
    labelNames: ['resource', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  return ({ method, path, status, ms }) => {
    const resource = resourceOf(path);
    requests.inc({ resource, method: METHODS.includes(method) ? method : 'other', status });
    seconds.observe({ resource, outcome: outcomeOf(status) }, ms / 1000);
  };
}

/** The resource of a path, for counting; whatever is sent, there are no more than these. */
export function resourceOf(path: string): string {
  const [, first, second, third] = path.split('/');
  if (first === 'i') return 'offer page';
  if (first !== 'integrations') return 'other';
  if (second === 'hooks' || second === 'inbox') return second;
  return second === 'v1' && RESOURCES.includes(third) ? third : 'other';
}

/** @returns the function that reads the queues of organisations whose tasks may run */
function gaugeQueues({ organisations, store, now }: Measured, registry: Registry) {
  const registers = [registry];
  const up = new Gauge({
    name: 'sun_integrations_store_up',
    help: 'Whether the store answers (1) or not (0); while it does not, nothing is known of queues.',
    registers,
  });
  const tasks = new Gauge({
    name: 'sun_integrations_tasks',
    help: 'Tasks by state: open are those that are due or have failed and are tried again.',
    labelNames: ['org', 'kind', 'state'],
    registers,
  });
  const age = new Gauge({
    name: 'sun_integrations_queue_age_seconds',
    help: 'For how long the oldest open task has been due or failing; 0 when none is.',
    labelNames: ['org', 'kind'],
    registers,
  });
  const paused = new Gauge({
    name: 'sun_integrations_lane_paused',
    help: 'Whether tasks of a kind wait (1) because the other system has refused the organisation or its calls are used up.',
    labelNames: ['org', 'kind'],
    registers,
  });

  function show(org: string, { kind, open, attention, failed, ...lane }: QueueStanding): void {
    for (const [state, count] of Object.entries({ open, attention, failed }))
      tasks.set({ org, kind, state }, count);
    const nowMs = now().getTime();
    const oldestMs = lane.oldest === null ? nowMs : Date.parse(lane.oldest);
    age.set({ org, kind }, Math.max(0, nowMs - oldestMs) / 1000);
    paused.set({ org, kind }, Number(lane.pausedUntil > now().toISOString()));
  }

  return async () => {
    try {
      const read = organisations.current.map(async (organisation) => {
        const lanes = await readQueueStandings(store.of(organisation.id), now().toISOString());
        return {
          org: organisation.id,
          lanes: lanes.filter((l) => mayRunTask(organisation, l.kind)),
        };
      });
      const all = await Promise.all(read);
      for (const gauge of [tasks, age, paused]) gauge.reset();
      for (const { org, lanes } of all) for (const lane of lanes) show(org, lane);
      up.set(1);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      for (const gauge of [tasks, age, paused]) gauge.reset();
      up.set(0);
    }
  };
}
