import { type NoAnswer, noAnswer } from './no-answer.ts';

/**
 * Asks after a rest, and again for as long as asking again helps.
 * @param tell given each answer, or why there is none
 * @returns gives up; nothing is told afterwards
 */
export function keepAsking<Body>(
  restMs: number,
  ask: (signal: AbortSignal) => Promise<Body>,
  tell: (answer: { body: Body } | NoAnswer) => void,
): () => void {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const asking = async () => {
    const answer = await ask(signal).then((body) => ({ body }), noAnswer);
    if (signal.aborted) return;
    tell(answer);
    if ('againS' in answer && answer.againS !== null)
      timer = setTimeout(asking, 1000 * answer.againS);
  };
  let timer = setTimeout(asking, restMs);
  return () => {
    clearTimeout(timer);
    giveUp.abort();
  };
}
