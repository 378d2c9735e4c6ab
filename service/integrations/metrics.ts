/** Metrics of the integrations for Prometheus: requests by status, tasks left for other systems, and the process. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { measureProcess } from '../http/process-metrics.ts';
import type { Done } from '../http/request-log.ts';
import type { Deps } from './deps.ts';
import { mayRunTask } from './jobs/start-tasks.ts';
import { StoreUnavailable } from './store/store.ts';
import { readQueueStandings } from './store/tasks.ts';

export interface Measured extends Pick<Deps, 'organisations' | 'store' | 'now'> {
  droppedLines(): number;
}

/** Metrics of the process: `metrics` reads the queues and writes all as text, `observe` counts a request. */
export function createIntegrationsMetrics(
  { organisations, store, now, droppedLines }: Measured,
  registry = new Registry(),
) {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  measureProcess(registry, droppedLines);
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `sun_integrations_${name}`, help, labelNames, registers });
  const requests = new Counter({
    name: 'sun_integrations_requests_total',
    help: 'Requests by status. 499: the caller was gone before the answer.',
    labelNames: ['status'],
    registers,
  });
  const up = gauge('store_up', 'Whether the store answers (1) or not (0).');
  const tasks = gauge(
    'tasks',
    'Tasks by state. Open: due, or failed and retried.',
    'org',
    'kind',
    'state',
  );
  const age = gauge(
    'queue_age_seconds',
    'Age of the oldest task that is due or failing.',
    'org',
    'kind',
  );
  const paused = gauge('queue_paused', 'Whether tasks wait for their account (1).', 'org', 'kind');

  async function readQueues(): Promise<void> {
    const at = now().toISOString();
    for (const organisation of organisations.current) {
      const { id: org } = organisation;
      for (const queue of await readQueueStandings(store.of(org), at)) {
        const { kind, open, attention, failed, oldest, pausedUntil } = queue;
        if (!mayRunTask(organisation, kind)) continue;
        for (const [state, count] of Object.entries({ open, attention, failed })) {
          tasks.set({ org, kind, state }, count);
        }
        age.set({ org, kind }, (Date.parse(at) - Date.parse(oldest ?? at)) / 1000);
        paused.set({ org, kind }, Number(pausedUntil > at));
      }
    }
  }

  return {
    contentType: registry.contentType,
    observe: ({ status }: Done) => requests.inc({ status }),
    async metrics() {
      for (const one of [tasks, age, paused]) one.reset();
      try {
        await readQueues();
        up.set(1);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        up.set(0);
      }
      return registry.metrics();
    },
  };
}
