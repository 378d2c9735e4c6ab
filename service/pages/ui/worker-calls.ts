import { CallRefused } from './api.ts';

/** An error of a question as it leaves the worker. */
interface WorkerFault {
  code: string;
  message: string;
  /** HTTP status of a file's answer. 0 if none came. */
  status: number;
}

interface WorkerQuestion {
  id: number;
  question: unknown;
}

type WorkerAnswer = { id: number } & ({ answer: unknown } | { fault: WorkerFault });

/** Page side: returns a function that asks a worker, and throws CallRefused. */
export function askWorker<Question, Answer>(
  worker: Worker,
): (question: Question) => Promise<Answer> {
  const open = new Map<number, (answer: WorkerAnswer) => void>();
  let lastId = 0;
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    // Only a script that ran has an error of its own.
    const fault = event.message
      ? { code: 'failed', message: event.message, status: 500 }
      : { code: 'unreachable', message: 'The worker did not start.', status: 0 };
    for (const [id, settle] of open) settle({ id, fault });
    open.clear();
  });
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    open.get(data.id)?.(data);
    open.delete(data.id);
  });
  return async (question) => {
    const id = ++lastId;
    const found = await new Promise<WorkerAnswer>((resolve) => {
      open.set(id, resolve);
      worker.postMessage({ id, question } satisfies WorkerQuestion);
    });
    if ('answer' in found) return found.answer as Answer;
    const { status, code, message } = found.fault;
    throw new CallRefused(status, code, message, null);
  };
}

/** Worker side: answers each question of the page. An error reaches the page with its `code` and `status`. */
export function answerPage<Question>(answer: (question: Question) => Promise<unknown>): void {
  addEventListener('message', async ({ data }: MessageEvent<WorkerQuestion>) => {
    const { id, question } = data;
    // Both sides are of one build: ask and answer have one type of question.
    const found = await answer(question as Question).then(
      (answer): WorkerAnswer => ({ id, answer }),
      (error): WorkerAnswer => ({ id, fault: faultOf(error) }),
    );
    postMessage(found);
  });
}

function faultOf(error: unknown): WorkerFault {
  const { code = 'failed', status = 500, message = String(error) } = Object(error);
  return { code, status, message };
}
