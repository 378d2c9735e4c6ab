import { HttpError } from '../../../http/http-error.ts';
import { SunError } from '../../sdk/client.ts';
import type { DataUrls } from '../../ui/script-data.ts';
import type { LocalCalls, LocalFault, LocalJob, LocalResult } from './local-calls.ts';
import { localCalls } from './local-work.ts';

/** The first message has the addresses. Each one after it is a job. */
addEventListener('message', ({ data }: MessageEvent<DataUrls>) => begin(data), { once: true });

function begin(data: DataUrls): void {
  const calls = localCalls(data);
  addEventListener('message', async ({ data }: MessageEvent<LocalJob>) =>
    postMessage(await answerOf(calls, data)),
  );
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
