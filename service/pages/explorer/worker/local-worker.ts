import { HttpError } from '../../../http/http-error.ts';
import { SunError } from '../../sdk/client.ts';
import { readState } from '../url-state.ts';
import type { LocalCalls, LocalFault, LocalJob, LocalResult } from './local-calls.ts';
import { localCalls } from './local-work.ts';
import { type AheadFile, expectFiles, receiveFile } from './read-ahead.ts';
import type { LocalStart } from './start-worker.ts';

/** The first message has the addresses; each one after it is a job. */
addEventListener('message', ({ data }: MessageEvent<LocalStart>) => begin(data), { once: true });

function begin({ data, search, ahead }: LocalStart): void {
  expectFiles(ahead);
  const calls = localCalls(data);
  // The page is about to ask for this; what fails here is asked for again, and told then.
  calls.chance(readState(search, 'sv')).catch(() => {});
  addEventListener('message', async ({ data }: MessageEvent<LocalJob | AheadFile>) => {
    if ('ahead' in data) receiveFile(data);
    else postMessage(await answerOf(calls, data));
  });
}

async function answerOf(calls: LocalCalls, { id, name, args }: LocalJob): Promise<LocalResult> {
  // The page's own messages: local-client.ts keeps name and arguments together.
  const call = calls[name] as (...args: unknown[]) => Promise<unknown>;
  try {
    return { id, value: await call(...args) };
  } catch (error) {
    return { id, fault: faultOf(error) };
  }
}

function faultOf(error: unknown): LocalFault {
  const isTold = error instanceof SunError || error instanceof HttpError;
  if (isTold) return { code: error.code, message: error.message, status: error.status };
  return { code: 'failed', message: String(error), status: 500 };
}
