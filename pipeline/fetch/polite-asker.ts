import { paceOf } from './pace.ts';
import { request, textOf } from './request.ts';
import { withRetries } from './retries.ts';
import type { Web } from './web.ts';

/** A small answer: 200, or a refusal (4xx) that asking again would not change. */
export interface TextAnswer {
  status: number;
  text: string;
}

/** Asks an address, patiently. */
export type Ask = (url: string) => Promise<TextAnswer>;

/** Asks a service at most so many times a second, retries included. */
export function politeAsker(callsPerSecond: number, web: Web): Ask {
  const pace = paceOf(callsPerSecond, web);
  const askOnce = async (url: string): Promise<TextAnswer> => {
    await pace.turn();
    const answer = await request(url, {}, web);
    return { status: answer.status, text: await textOf(answer) };
  };
  return (url) => withRetries(() => askOnce(url), pace.pause);
}
