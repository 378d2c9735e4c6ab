import type { Question } from '../worker.ts';

/**
 * A worker thread for tests that an idle battery ends: its computation kills the thread, and with a
 * `soc_min` of 0 it never ends. Others are answered.
 */
export default function answer(question: Question | null): string {
  if (question?.kind === 'simulation' && question.asked.battery.capacityKwh === 0) {
    while (question.asked.battery.socMin === 0);
    process.exit(1);
  }
  return JSON.stringify({ survived: true });
}
