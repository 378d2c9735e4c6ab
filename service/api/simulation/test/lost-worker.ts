import { parentPort } from 'node:worker_threads';
import type { NumberedJob } from '../worker.ts';

/**
 * A worker thread for tests that an idle battery ends: its computation kills the thread, and with a
 * `soc_min` of 0 it never ends. Others are answered.
 */
export default function answer(job: NumberedJob | null): string {
  if (job) parentPort?.postMessage(job.number);
  if (job?.kind === 'simulation' && job.houseCase.battery.capacityKwh === 0) {
    while (job.houseCase.battery.socMin === 0);
    process.exit(1);
  }
  return JSON.stringify({ survived: true });
}
