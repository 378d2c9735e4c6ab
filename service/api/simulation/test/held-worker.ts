import { BroadcastChannel } from 'node:worker_threads';
import compute, { type Question } from '../worker.ts';
import { HELD } from './held.ts';

/** A worker thread that begins to compute when it is told, for tests. */
export default async function answer(question: Question | null): Promise<string> {
  if (question === null) return compute(question);
  const channel = new BroadcastChannel(HELD);
  const told = new Promise((resolve) => {
    channel.onmessage = (message: unknown) => {
      // The other thread's word that it holds one comes here, too.
      if ((message as { data: unknown }).data === 'go') resolve('go');
    };
  });
  channel.postMessage('held');
  await told;
  channel.close();
  return compute(question);
}
