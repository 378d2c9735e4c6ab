import type { Worker } from 'node:cluster';
import type { Slots } from '../../api/simulation/slots.ts';
import { tell } from './tell.ts';

/** Between a serving process and its primary. */
type SlotMessage =
  | { slot: 'ask'; question: number; caller: string }
  | { slot: 'granted' | 'refused'; question: number }
  | { slot: 'back'; caller: string };

function isSlotMessage(message: unknown): message is SlotMessage {
  return typeof message === 'object' && message !== null && 'slot' in message;
}

/** The primary's side: grants the node's slots to its processes, and takes back those of one that is gone. */
export function grantSlots(worker: Worker, slots: Slots): void {
  const held: string[] = [];

  async function answer(question: number, caller: string): Promise<void> {
    const isGranted = await slots.take(caller);
    if (isGranted) held.push(caller);
    // It may have gone while its caller waited.
    if (worker.isDead()) takeAllBack();
    else tell(worker, { slot: isGranted ? 'granted' : 'refused', question } satisfies SlotMessage);
  }

  function takeBack(caller: string): void {
    const at = held.indexOf(caller);
    if (at < 0) return;
    held.splice(at, 1);
    slots.giveBack(caller);
  }

  function takeAllBack(): void {
    for (const caller of held.splice(0)) slots.giveBack(caller);
  }

  worker.on('message', (message: unknown) => {
    if (!isSlotMessage(message)) return;
    if (message.slot === 'back') takeBack(message.caller);
    else if (message.slot === 'ask') answer(message.question, message.caller);
  });
  worker.once('exit', takeAllBack);
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
    take: (caller) =>
      new Promise((resolve) => {
        const question = questions++;
        waiting.set(question, resolve);
        send({ slot: 'ask', question, caller });
      }),
    giveBack: (caller) => send({ slot: 'back', caller }),
  };
}
