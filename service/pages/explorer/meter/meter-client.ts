import type { MeterAnswer, MeterJob } from './meter-answer.ts';

/** Asks the worker that reads files. */
export interface MeterClient {
  /** Rejects where the worker cannot be loaded. */
  ask(job: Omit<MeterJob, 'id'>): Promise<MeterAnswer>;
  stop(): void;
}

/** Starts a worker for the files of one panel. */
export function startMeterClient(url: string): MeterClient {
  const worker = new Worker(url, { type: 'module' });
  const open = new Map<number, PromiseWithResolvers>();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<MeterAnswer>) => {
    open.get(data.id)?.resolve(data);
    open.delete(data.id);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    for (const { reject } of open.values()) reject(new Error(event.message));
    open.clear();
  });
  return {
    ask: (job) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        open.set(id, { resolve, reject });
        worker.postMessage({ ...job, id } satisfies MeterJob);
      }),
    stop: () => worker.terminate(),
  };
}

interface PromiseWithResolvers {
  resolve(answer: MeterAnswer): void;
  reject(error: Error): void;
}
