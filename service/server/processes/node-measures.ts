import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Measures } from '../../http/metrics-port.ts';
import { tell } from './tell.ts';

/** How long a scrape waits for a process; one that does not answer is told as it last was. */
const ANSWER_MS = 2_000;

/** All series of a process, as prom-client passes them on. */
type Series = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Between a serving process and its primary. */
type MeasureMessage =
  | { measures: 'ask'; question: number }
  | { measures: 'answer'; question: number; series: Series };

function isMeasureMessage(message: unknown): message is MeasureMessage {
  return typeof message === 'object' && message !== null && 'measures' in message;
}

/** A serving process' side: gives its measures to its primary whenever that asks. */
export function tellMeasures(registry: Registry, log: Logger): void {
  process.on('message', (message: unknown) => {
    if (!isMeasureMessage(message) || message.measures !== 'ask') return;
    const { question } = message;
    const send = (series: Series) =>
      process.send?.({ measures: 'answer', question, series } satisfies MeasureMessage);
    registry.getMetricsAsJSON().then(send, (err) => log.error({ err }, 'unforeseen error'));
  });
}

/** Measures of all serving processes of a node. */
export interface NodeMeasures extends Measures {
  /** Counts a process in, and what it has counted for ever. */
  follow(worker: Worker): void;
}

/**
 * The primary's side: sums over the processes. One that hangs, or has not answered yet, is in them as it was last
 * known; what one that is gone had counted stays in, so that no counter falls.
 * @param own measures of the primary itself
 */
export function nodeMeasures(own: Registry): NodeMeasures {
  const known = new Map<Worker, Series>();
  const waiting = new Map<number, () => void>();
  let gone: Promise<Series> = Promise.resolve([]);
  let questions = 0;

  function ask(worker: Worker): Promise<void> {
    return new Promise((resolve) => {
      const question = questions++;
      const end = () => {
        clearTimeout(timer);
        waiting.delete(question);
        resolve();
      };
      const timer = setTimeout(end, ANSWER_MS);
      waiting.set(question, end);
      tell(worker, { measures: 'ask', question } satisfies MeasureMessage);
    });
  }

  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    follow(worker) {
      known.set(worker, []);
      worker.on('message', (message: unknown) => {
        if (!isMeasureMessage(message) || message.measures !== 'answer') return;
        if (known.has(worker)) known.set(worker, message.series);
        waiting.get(message.question)?.();
      });
      worker.once('exit', () => {
        const counted = (known.get(worker) ?? []).filter(isCounted).map(roundUp);
        known.delete(worker);
        gone = gone.then((before) => sum([before, counted]).getMetricsAsJSON());
      });
    },
    async metrics() {
      await Promise.all([...known.keys()].map(ask));
      // In one turn: a process that goes is in either, never in both or none.
      const [all, before] = [[...known.values()], gone];
      return sum([...all, await before, await own.getMetricsAsJSON()]).metrics();
    },
  };
}

/** Whether a series only grows. */
function isCounted({ type }: Series[number]): boolean {
  return ['counter', 'histogram'].includes(String(type));
}

/**
 * Seconds and other fractions of a process that is gone, a millionth up: their sum in another order may be less by a
 * last bit, which Prometheus takes for a counter that began anew.
 */
function roundUp({ values, ...rest }: Series[number]): Series[number] {
  const up = (value: number) => (Number.isInteger(value) ? value : value + 1e-6);
  return { ...rest, values: values.map((one) => ({ ...one, value: up(one.value) })) };
}

function sum(series: Series[]): Registry {
  return AggregatorRegistry.aggregate(series);
}
