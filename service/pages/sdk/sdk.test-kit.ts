import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { after } from 'node:test';
import { listen } from '../../test/listen.ts';
import { SunError } from './client.ts';

/** A server that answers as no service of ours does on demand, until the test file ends. */
export async function serverOf(listener: RequestListener): Promise<string> {
  const { base, close } = await listen(listener);
  after(close);
  return base;
}

/** The first and the last byte that are requested. Null without a range. */
export function rangeOf({ range = '' }: IncomingHttpHeaders): [first: number, last: number] | null {
  const [, first, last] = /bytes=(\d+)-(\d+)/.exec(range) ?? [];
  return first === undefined ? null : [Number(first), Number(last)];
}

export async function errorOf(answer: Promise<unknown>): Promise<SunError> {
  const error = await answer.then(
    (value) => assert.fail(`answered: ${JSON.stringify(value).slice(0, 80)}`),
    (error: unknown) => error,
  );
  assert.ok(error instanceof SunError, String(error));
  return error;
}

/** An answer as text, or what it was refused with in the API's form. @param Refused class of the refusals */
export async function answerText(
  answer: Promise<unknown>,
  Refused: typeof SunError,
): Promise<string> {
  try {
    return JSON.stringify(await answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, message, field } = error;
    return JSON.stringify({ error: { code, message, ...(field === undefined ? {} : { field }) } });
  }
}
