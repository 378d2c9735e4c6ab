/** Computes a house in the browser. */
import { answerPage } from '../../ui/worker-calls.ts';
import type { LocalCalls, LocalQuestion } from './local-calls.ts';
import { localCalls } from './local-work.ts';
import { priceSource } from './price-source.ts';
import { sunSource } from './sun-source.ts';

let calls: LocalCalls | null = null;
answerPage<LocalQuestion>(async (question) => {
  if ('data' in question) {
    const { yields, prices } = question.data;
    calls = localCalls(sunSource(yields), priceSource(prices));
    return null;
  }
  // The page's own messages: local-client.ts keeps name and arguments together.
  const call = calls?.[question.name] as (...args: unknown[]) => Promise<unknown>;
  return call(...question.args);
});
