import type { Question } from '../worker.ts';

/** A worker thread whose first computation kills it, for tests: a question about an idle battery. */
export default function answer(question: Question | null): string {
  if (question?.kind === 'simulation' && question.asked.battery.capacityKwh === 0) process.exit(1);
  return JSON.stringify({ survived: true });
}
