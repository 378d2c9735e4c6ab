/** A node of the service on a port of its own, kept up as systemd does. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf, residentMb } from '../../test/process-figures.ts';
import { type Launched, launchProgram, SERVICE } from '../../test/start-program.ts';
import { ownPort } from './own-port.ts';

/** As RestartSec of deploy/sun.service. */
const RESTART_MS = 2_000;

export interface Node {
  port: number;
  /** Lines of its log, of all its lives. */
  log: string[];
  /** How each of its lives ended: an exit code or a signal. */
  ends: string[];
  /** Resident set of its largest process at its largest, MB. */
  largestMb(): number;
  /** Starts it; it is started again when it ends by itself. */
  start(): void;
  lives(): boolean;
  /** Processes below it. */
  workers(): number[];
  /** Sends a signal to it. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it by SIGTERM, by force when that takes longer; how long it took, ms. */
  stop(limitMs: number): Promise<number>;
}

const LOOK_EVERY_MS = 250;

export async function makeNode(env: NodeJS.ProcessEnv): Promise<Node> {
  const port = await ownPort();
  const log: string[] = [];
  const ends: string[] = [];
  let life: Launched | undefined;
  let isWanted = false;
  let living = Promise.resolve();
  let largestMb = 0;

  async function live(): Promise<void> {
    const looking = setInterval(look, LOOK_EVERY_MS);
    while (isWanted) {
      life = launchProgram([SERVICE], { env: { ...env, PORT: String(port) } });
      life.listening.catch(() => {});
      const [code, signal] = await once(life.child, 'exit');
      log.push(...life.log);
      life = undefined;
      ends.push(String(signal ?? code));
      if (isWanted) await wait(RESTART_MS);
    }
    clearInterval(looking);
  }

  const workers = () => (life ? workersOf(life.pid) : []);
  const processes = () => (life ? [life.pid, ...workers()] : []);
  const signal = (name: NodeJS.Signals) => void life?.child.kill(name);
  const look = () => {
    largestMb = Math.max(largestMb, ...processes().map(memoryOf));
  };

  return {
    port,
    get log() {
      return [...log, ...(life?.log ?? [])];
    },
    ends,
    largestMb: () => largestMb,
    lives: () => life !== undefined,
    start() {
      isWanted = true;
      living = live();
    },
    workers,
    signal,
    async stop(limitMs) {
      isWanted = false;
      const began = performance.now();
      signal('SIGTERM');
      const byForce = setTimeout(() => {
        for (const pid of processes()) process.kill(pid, 'SIGKILL');
      }, limitMs);
      await living;
      clearTimeout(byForce);
      return performance.now() - began;
    },
  };
}

/** None of one that is gone. */
function workersOf(pid: number): number[] {
  try {
    return childrenOf(pid);
  } catch {
    return [];
  }
}

/** Zero for one that is gone. */
function memoryOf(pid: number): number {
  try {
    return residentMb(pid);
  } catch {
    return 0;
  }
}
