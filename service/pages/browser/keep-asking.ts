import { type NoAnswer, noAnswer } from './no-answer.ts';

/**
 * Asks after a rest, and again for as long as asking again helps; at once when a lost network is back.
 * @param tell given each answer, or why there is none
 * @param network says when it is back (`online`): the window
 * @returns gives up; nothing is told afterwards
 */
export function keepAsking<Body>(
  restMs: number,
  ask: (signal: AbortSignal) => Promise<Body>,
  tell: (answer: { body: Body } | NoAnswer) => void,
  network: EventTarget,
): () => void {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const asking = async () => {
    network.removeEventListener('online', askNow);
    const answer = await ask(signal).then((body) => ({ body }), noAnswer);
    if (signal.aborted) return;
    tell(answer);
    if ('body' in answer || answer.againS === null) return;
    timer = setTimeout(asking, 1000 * answer.againS);
    if (answer.reason === 'unreachable') network.addEventListener('online', askNow, { signal });
  };
  const askNow = () => {
    clearTimeout(timer);
    asking();
  };
  let timer = setTimeout(asking, restMs);
  return () => {
    clearTimeout(timer);
    giveUp.abort();
  };
}
