import { Counter, Gauge, Registry } from 'prom-client';
import { measureProcess } from '../../http/process-metrics.ts';
import type { StoreStanding } from '../artifacts/follow-store.ts';
import { measureArtifactStore } from '../metrics.ts';

/** Reasons why another process took the place of one: its own end, or thirty seconds of silence. */
const REASONS = ['gone', 'hung'] as const;
export type RestartReason = (typeof REASONS)[number];

/** Sources of a primary's measures. */
interface Measured {
  droppedLines(): number;
  /** For how many seconds each serving process has been silent, by its id. */
  silences(): Iterable<[pid: string, seconds: number]>;
  /** Absent without a store. */
  standing?: StoreStanding | undefined;
}

/** Measures that a primary has beside those of its processes. */
export interface PrimaryMetrics {
  registry: Registry;
  countRestart(reason: RestartReason): void;
}

/** The measures of a primary, on a registry of their own. */
export function createPrimaryMetrics({
  droppedLines,
  silences,
  standing,
}: Measured): PrimaryMetrics {
  const registry = new Registry();
  const registers = [registry];
  measureProcess(registry, droppedLines);
  if (standing) measureArtifactStore(registry, standing);
  new Gauge({
    name: 'sun_worker_silent_seconds',
    help: 'How long the event loop of a serving process has not turned; after thirty it is killed and replaced.',
    labelNames: ['pid'],
    registers,
    collect() {
      this.reset();
      for (const [pid, seconds] of silences()) this.set({ pid }, seconds);
    },
  });
  const restarts = new Counter({
    name: 'sun_worker_restarts_total',
    help: 'Serving processes that were replaced: gone by themselves, or killed because they hung.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of REASONS) restarts.inc({ reason }, 0);
  return { registry, countRestart: (reason) => restarts.inc({ reason }) };
}
