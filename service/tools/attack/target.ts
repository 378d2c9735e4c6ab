/** The real service in a process of its own, with its memory and its stalls watched from outside. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { bundle } from '../bundle/bundle.ts';

const { service } = await bundle();
const LOOK_EVERY_MS = 25;
/** Memory and stalls of the service at rest are taken from this long. */
const REST_MS = 1000;
const READY_LIMIT_MS = 20_000;
const MB = 2 ** 20;
/** Of /proc/PID/stat, on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;

/** How the service is started. */
export interface Start {
  env?: Record<string, string>;
  /** The bundle that is started; the public service's unless told. */
  program?: string;
  /** `ulimit -n` of its process. */
  openFiles?: number;
  /** The Node that runs it; this one unless told. */
  node?: string;
}

/** Where a service listens. */
export interface Address {
  host: string;
  port: number;
  base: string;
}

/** A service that is being attacked. */
export interface Target extends Address {
  child: ChildProcess;
  /** Lines of the log so far; while `readLog(false)`, standard output is not read. */
  log: string[];
  readLog(reads: boolean): void;
  /** Waits until everything is loaded and the threads run. */
  ready(): Promise<void>;
  /** From here on memory and stalls count. */
  watch(): Promise<void>;
  /** What was seen since `watch`: memory above that at rest, and the longest wait for /livez. */
  seen(): Promise<Seen>;
  stop(): Promise<void>;
}

interface Seen {
  megabytes: number;
  stallMs: number;
  /** The longest wait while nothing was attacked: what the machine itself is worth. */
  restMs: number;
}

/** Starts the service on a free port; resolves when it listens. */
export async function startTarget({
  env = {},
  program = service,
  openFiles,
  node = process.execPath,
}: Start): Promise<Target> {
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `;
  const child = spawn('bash', ['-c', `${limit}exec "${node}" "${program}"`], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithUs(child);
  const { stdout } = child;
  const log: string[] = [];
  const lines = createInterface(stdout).on('line', (line) => log.push(line));
  const baseOf = (line: string) => /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(line)?.[0];
  while (!log.some(baseOf)) {
    if (child.exitCode !== null) throw new Error(`The service ended: ${log.join('\n')}`);
    await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  }
  const base = baseOf(log.find(baseOf) ?? '') ?? '';
  const { hostname: host, port } = new URL(base);
  const readyz = async () => (await fetch(`${base}/readyz`)).status;
  let watching:
    | { memory: () => number; probing: ReturnType<typeof probe>; restMs: number }
    | undefined;
  return {
    host,
    port: Number(port),
    base,
    child,
    log,
    readLog: (reads) => void (reads ? stdout.resume() : stdout.pause()),
    async ready() {
      for (const end = Date.now() + READY_LIMIT_MS; (await readyz()) !== 200; await wait(50)) {
        if (Date.now() > end)
          throw new Error(`The service is not ready: ${log.slice(0, 6).join(' ')}`);
      }
    },
    async watch() {
      const probing = probe(Number(port));
      // The first answer to it is that it has started.
      await probing.longestMs();
      await wait(REST_MS);
      const restMs = await probing.longestMs();
      watching = { memory: watchMemory(child.pid ?? 0), probing, restMs };
    },
    async seen() {
      if (!watching) throw new Error('Nothing was watched.');
      const { memory, probing, restMs } = watching;
      return { megabytes: memory(), stallMs: await probing.longestMs(), restMs };
    },
    async stop() {
      watching?.probing.stop();
      if (child.exitCode !== null || child.signalCode !== null) return;
      stdout.resume();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/**
 * Asks /livez without a pause from a process of its own; the function gives the longest wait since it was
 * last called.
 */
function probe(port: number): { longestMs: () => Promise<number>; stop(): void } {
  const child = forked('probe.ts', [String(port)]);
  return {
    async longestMs() {
      child.send('longest');
      const [ms] = await once(child, 'message');
      return ms;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** A process of a file beside this one. */
export function forked(name: string, words: string[]): ChildProcess {
  const child = fork(new URL(name, import.meta.url), words, { execArgv: ['--import', 'tsx'] });
  endWithUs(child);
  return child;
}

const ours = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of ours) child.kill('SIGKILL');
});

/** None of them outlives this process. */
function endWithUs(child: ChildProcess): void {
  ours.add(child);
  child.once('exit', () => ours.delete(child));
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

/** Resident set as the Linux kernel tells it, now (VmRSS) or at its peak (VmHWM), MB. */
export function residentMb(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`${which}:\\s+(\\d+) kB`).exec(status) ?? [];
  return (Number(kilobytes ?? 0) * 1024) / MB;
}

/** Processor time that a process has had as the Linux kernel tells it, s. */
export function processorSeconds(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}
