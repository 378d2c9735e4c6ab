import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import {
  answerPage,
  answerRange,
  answerSimulation,
  answerStrategies,
  answerVerdict,
} from '#engine/simulation/compute.ts';
import type {
  ComparisonCase,
  PageCase,
  RangeJobCase,
  SimulationCase,
  VerdictCase,
} from '#engine/simulation/house-case.ts';

/** A job for a worker thread, with its resolved request. */
export type SimulationJob =
  | { kind: 'simulation'; houseCase: SimulationCase }
  | { kind: 'strategies'; houseCase: ComparisonCase }
  | { kind: 'range'; houseCase: RangeJobCase }
  | { kind: 'verdict'; houseCase: VerdictCase }
  | { kind: 'page'; houseCase: PageCase };

/** A third of the weight of a thread of normal priority. */
const NICENESS = 5;

/** A job as a thread gets it. */
export type NumberedJob = SimulationJob & { number: number };

/**
 * Entry of a worker thread: the answer as JSON, which is made here and not in the event loop.
 * Null, no job, asks whether the thread has loaded.
 */
export default function answer(job: NumberedJob | null): string {
  if (job === null) return '';
  parentPort?.postMessage(job.number);
  const text = JSON.stringify(answerOf(job));
  // On Linux the priority is the thread's own: when cores are short, the event loop's lookups go before. Next to a busy
  // neighbour it has a quarter of a core, so that what takes a tenth of the deadline is not ended by it. Not for the
  // first job, whose code is not compiled yet: it takes twenty times the processor time.
  setPriority(NICENESS);
  return text;
}

function answerOf({ kind, houseCase }: SimulationJob) {
  switch (kind) {
    case 'simulation':
      return answerSimulation(houseCase);
    case 'strategies':
      return answerStrategies(houseCase);
    case 'range':
      return answerRange(houseCase);
    case 'verdict':
      return answerVerdict(houseCase);
    case 'page':
      return answerPage(houseCase);
  }
}
