/** A program of this project, started in a process of its own that does not outlive this one. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { bundle, DIST } from '../commands/bundle/bundle.ts';
import { until } from './until.ts';

/** The two processes as they are served, bundled from the sources as they are now. */
export const SERVICE = join(DIST, 'service.js');
export const INTEGRATIONS = join(DIST, 'integrations.js');
// `make test` has bundled them before.
if (!process.env.BUNDLED) await bundle();

const LISTENS = /listening.*?http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/i;
const LISTEN_LIMIT_MS = 60_000;

/** Options for the start of a program. */
export interface Start {
  env?: NodeJS.ProcessEnv;
  /** `ulimit -n` of its process. */
  openFiles?: number;
  /** The Node that runs it, this process's by default. */
  node?: string;
  /** The text that it reads from its standard input. */
  input?: string;
}

/** A program that has been started. */
export interface Launched {
  child: ChildProcessByStdio<Writable, Readable, Readable>;
  pid: number;
  /** What it has written to its standard error so far, which is shown, too. */
  errors: string[];
  /** Lines of the log so far. They come in while `child.stdout` is not paused. */
  log: string[];
  /** Its port, once it logs where it listens. An Error with its log when it ends before. */
  listening: Promise<number>;
  /** Ends it, at once unless a gentler signal is given. Resolves when it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A program that listens, on 127.0.0.1. */
export interface Program extends Omit<Launched, 'listening'> {
  port: number;
  base: string;
}

/**
 * Starts a program on a free port of this machine and waits until it logs where it listens.
 * @param words arguments of Node, such as SERVICE
 * @throws Error with its log when it ends before it listens, or does not listen within a minute
 */
export async function startProgram(words: readonly string[], start: Start = {}): Promise<Program> {
  const { listening, ...program } = launchProgram(words, start);
  const timer = setTimeout(() => program.child.kill('SIGKILL'), LISTEN_LIMIT_MS);
  const port = await listening.finally(() => clearTimeout(timer));
  return { ...program, port, base: `http://127.0.0.1:${port}` };
}

/** Starts a program as `startProgram` does. Resolves when `/readyz` is 200. */
export async function startReady(words: readonly string[], start: Start = {}): Promise<Program> {
  const program = await startProgram(words, start);
  const isReady = async () => (await fetch(`${program.base}/readyz`)).status === 200;
  await until(isReady, `${words.at(-1)} is ready`);
  return program;
}

/** Starts a program as `startProgram` does, and waits for nothing. */
export function launchProgram(
  words: readonly string[],
  { env, openFiles, node = process.execPath, input }: Start = {},
): Launched {
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `;
  const child = spawn('bash', ['-c', `${limit}exec "$0" "$@"`, node, ...words], {
    env: {
      ...process.env,
      PORT: '0',
      INTEGRATIONS_PORT: '0',
      HOST: '127.0.0.1',
      DRAIN_DELAY_MS: '0',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  endWithThisProcess(child);
  child.stdin.end(input);
  const log: string[] = [];
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors.push(text);
    process.stderr.write(text);
  });
  return {
    child,
    pid: child.pid ?? 0,
    errors,
    log,
    listening: listeningPort(child, log),
    async stop(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.stdout.resume();
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** Resolves with a line when a program has logged it. */
export function untilLogged({ log }: Pick<Launched, 'log'>, line: RegExp): Promise<string> {
  return until(() => log.find((one) => line.test(one)), `${line} is logged`);
}

/** Keeps the log of a process. Resolves with the port that it says it listens on. */
function listeningPort(child: Program['child'], log: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('close', () => {
      reject(new Error(`The program ended before it listened; its log: ${log.join('\n')}`));
    });
    createInterface(child.stdout).on('line', (line) => {
      log.push(line);
      const port = LISTENS.exec(line)?.[1];
      if (port) resolve(Number(port));
    });
  });
}

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Ends a process at the latest with this one. */
function endWithThisProcess(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}
