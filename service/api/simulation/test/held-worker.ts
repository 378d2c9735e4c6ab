import { BroadcastChannel } from 'node:worker_threads';
import compute, { type SimulationJob } from '../worker.ts';
import { HELD } from './held.ts';

/** A worker thread that begins to compute when it gets the word, for tests. */
export default async function answer(job: SimulationJob | null): Promise<string> {
  if (job === null) return compute(job);
  const channel = new BroadcastChannel(HELD);
  const released = new Promise((resolve) => {
    channel.onmessage = (message: unknown) => {
      // The other thread's report that it holds one comes here, too.
      if ((message as { data: unknown }).data === 'go') resolve('go');
    };
  });
  channel.postMessage('held');
  await released;
  channel.close();
  return compute(job);
}
