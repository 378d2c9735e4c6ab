import type { Worker } from 'node:cluster';
import type { Slots } from '../../api/simulation/slots.ts';

/** Between a serving process and its primary. */
type SlotMessage =
  | { slot: 'ask'; question: number }
  | { slot: 'granted' | 'refused'; question: number }
  | { slot: 'back' };

function isSlotMessage(message: unknown): message is SlotMessage {
  return typeof message === 'object' && message !== null && 'slot' in message;
}

/** The primary's side: grants the node's slots to its processes, and takes back those of one that is gone. */
export function grantSlots(worker: Worker, slots: Slots): void {
  let held = 0;
  worker.on('message', async (message: unknown) => {
    if (!isSlotMessage(message)) return;
    if (message.slot === 'back') {
      held--;
      slots.giveBack();
    } else if (message.slot === 'ask') {
      const isGranted = await slots.take();
      if (isGranted) held++;
      const { question } = message;
      worker.send({ slot: isGranted ? 'granted' : 'refused', question } satisfies SlotMessage);
    }
  });
  worker.once('exit', () => {
    for (; held > 0; held--) slots.giveBack();
  });
}

/** A serving process' side: the slots that its primary grants. */
export function grantedSlots(): Slots {
  const waiting = new Map<number, (isGranted: boolean) => void>();
  let questions = 0;
  const send = (message: SlotMessage) => void process.send?.(message);
  process.on('message', (message: unknown) => {
    if (!isSlotMessage(message) || !('question' in message)) return;
    waiting.get(message.question)?.(message.slot === 'granted');
    waiting.delete(message.question);
  });
  return {
    take: () =>
      new Promise((resolve) => {
        const question = questions++;
        waiting.set(question, resolve);
        send({ slot: 'ask', question });
      }),
    giveBack: () => send({ slot: 'back' }),
  };
}
