/** The real service in a process of its own, with its memory and its stalls watched from outside. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { residentMb } from '../../test/process-figures.ts';
import {
  endWithThisProcess,
  type Program,
  SERVICE,
  type Start,
  startProgram,
} from '../../test/start-program.ts';

const LOOK_EVERY_MS = 25;
/** Memory and stalls of the service at rest are taken from this long. */
const REST_MS = 1000;
const READY_LIMIT_MS = 20_000;

/** A service that is being attacked. */
export interface Target extends Program {
  /** Waits until everything is loaded and the threads run. */
  ready(): Promise<void>;
  /** Begins to count memory and stalls. */
  watch(): Promise<void>;
  /** Figures since `watch`: memory above that at rest, and the longest wait for /livez. */
  seen(): Promise<Seen>;
}

interface Seen {
  megabytes: number;
  stallMs: number;
  /** The longest wait while nothing was attacked: what the machine itself is worth. */
  restMs: number;
}

/** Starts the service, or another bundle, on a free port; resolves when it listens. */
export async function startTarget(start: Start, program = SERVICE): Promise<Target> {
  const service = await startProgram([program], start);
  const { base, port, pid, log } = service;
  const readyz = async () => (await fetch(`${base}/readyz`)).status;
  let watching:
    | { memory: () => number; probing: ReturnType<typeof probe>; restMs: number }
    | undefined;
  return {
    ...service,
    async ready() {
      for (const end = Date.now() + READY_LIMIT_MS; (await readyz()) !== 200; await wait(50)) {
        if (Date.now() > end)
          throw new Error(`The service is not ready: ${log.slice(0, 6).join(' ')}`);
      }
    },
    async watch() {
      const probing = probe(port);
      // The first answer to it is that it has started.
      await probing.longestMs();
      await wait(REST_MS);
      const restMs = await probing.longestMs();
      watching = { memory: watchMemory(pid), probing, restMs };
    },
    async seen() {
      if (!watching) throw new Error('Nothing was watched.');
      const { memory, probing, restMs } = watching;
      return { megabytes: memory(), stallMs: await probing.longestMs(), restMs };
    },
    async stop() {
      watching?.probing.stop();
      await service.stop();
    },
  };
}

/**
 * Asks /livez without a pause from a process of its own; the function gives the longest wait since it was
 * last called.
 */
function probe(port: number): { longestMs: () => Promise<number>; stop(): void } {
  const child = forkFile('probe.ts', [String(port)]);
  return {
    async longestMs() {
      child.send('longest');
      const [ms] = await once(child, 'message');
      return ms;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** A process of a file next to this one. */
export function forkFile(name: string, words: string[]): ChildProcess {
  const child = fork(new URL(name, import.meta.url), words, { execArgv: ['--import', 'tsx'] });
  endWithThisProcess(child);
  return child;
}

/** Samples the resident set; the function gives its peak above that of the call, and ends the watch. */
function watchMemory(pid: number): () => number {
  const atRest = residentMb(pid);
  let peak = atRest;
  const timer = setInterval(() => {
    try {
      peak = Math.max(peak, residentMb(pid));
    } catch {
      clearInterval(timer);
    }
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return peak - atRest;
  };
}
