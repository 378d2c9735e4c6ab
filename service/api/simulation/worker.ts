import { constants, setPriority } from 'node:os';
import { answerStrategies } from './comparison-response.ts';
import { answerSimulation } from './response.ts';
import type { ComparisonCase, SimulationCase } from './simulation-case.ts';

/** What a worker thread is asked. */
export type Question =
  | { kind: 'simulation'; asked: SimulationCase }
  | { kind: 'strategies'; asked: ComparisonCase };

// On Linux this is the thread's own: when cores are short, the event loop's lookups go before. Not the lowest:
// beside busy neighbours that would leave it a hundredth of a core, and its deadline would break it off.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/**
 * Entry of a worker thread: the answer as JSON, which is made here and not in the event loop. No
 * question asks whether the thread has loaded.
 */
export default function answer(question: Question | null): string {
  if (question === null) return '';
  const { kind, asked } = question;
  return JSON.stringify(kind === 'simulation' ? answerSimulation(asked) : answerStrategies(asked));
}
