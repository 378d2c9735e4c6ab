/** The moment in which a distributed build is under way: two workers, a coordinator, a Redis and a store. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import {
  plausibleGhi,
  SMALL_BBOX,
  smallRecipe,
  writeMonths,
} from '../../../pipeline/dataset/dataset.test-kit.ts';
import { PROJECT } from '../../../pipeline/files/file-record.ts';
import { residentMb } from '../../test/process-figures.ts';
import { endWithThisProcess } from '../../test/start-program.ts';
import { type Fault, type Moment, momentOf, type Outcome, type World, within } from './cell.ts';
import { putUp, type Surroundings } from './surroundings.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PARTS = 4;
const WORKERS = 2;
const HOLD_MS = 6_000;
/** A worker that is lost is missed after half a minute. */
const DONE_LIMIT_MS = 75_000;
const BEGUN_LIMIT_MS = 30_000;
const MOST_MB = 800;
/** Files of a build that was made in one process: theirs are the right bytes. */
const OUTPUTS = ['pv-yield.bin', 'summary.csv'];

/** A process of the pipeline. */
interface Tool {
  pid: number;
  /** Lines of standard output and standard error. */
  said: string[];
  /** Exit code or signal; undefined while it runs. */
  end(): string | undefined;
  /** When it ended, as `performance.now` gives it. */
  endedMs(): number;
  largestMb(): number;
  kill(signal: NodeJS.Signals): void;
}

interface Play extends World {
  around: Surroundings;
  workers: Tool[];
  coordinator: Tool;
  /** Worker that the fault has struck. */
  struck: Tool | undefined;
  struckMs: number;
  broken: string[];
  close(): Promise<void>;
}

/** A recipe whose parts take a second or two, and its build by one process. */
export interface RightBuild {
  recipe: string;
  folder: string;
}

/** Builds it. */
export async function makeRightBuild(): Promise<RightBuild> {
  const root = temporaryFolder();
  const recipe = join(root, 'recipe.json');
  writeMonths(root, 'ghi', plausibleGhi);
  const grid = { step_deg: 0.25, bbox: SMALL_BBOX, coverage: 'data' as const };
  const model = { ...smallRecipe().model, days_per_month: 28, steps_per_day: 288 };
  writeFileSync(recipe, JSON.stringify({ ...smallRecipe(), grid, model }));
  const folder = join(root, 'out');
  const tool = runTool('build.ts', ['--recipe', recipe, '--out', folder, '--workers', '1'], {});
  await within(
    DONE_LIMIT_MS,
    () => tool.end() !== undefined,
    () => 'the build takes too long',
  );
  if (tool.end() !== '0') throw new Error(`the build in peace failed: ${tool.said.join('\n')}`);
  return { recipe, folder };
}

export function buildingMoment(right: RightBuild): Moment {
  return momentOf({
    name: 'building',
    setUp: (fault) => begin(fault, right),
    drive,
    judge: (play) => judge(play, right),
  });
}

/** Has a part under way. */
async function begin(fault: Fault, { recipe }: RightBuild): Promise<Play> {
  const around = await putUp(fault.needs);
  const temporary = join(around.disk, 'tmp');
  mkdirSync(temporary);
  const env = { ...around.env, TMPDIR: temporary, BUILD_URL: around.relayedStoreUrl };
  const workers = Array.from({ length: WORKERS }, () =>
    runTool('build-worker.ts', ['--workers', '1'], env),
  );
  const words = ['--recipe', recipe, '--out', outOf(around), '--parts', String(PARTS)];
  const coordinator = runTool('build-distributed.ts', words, env);
  const play: Play = {
    ...around,
    around,
    workers,
    coordinator,
    struck: undefined,
    struckMs: 0,
    broken: [],
    async worker() {
      play.struck = workers.find(hasBegun);
      if (!play.struck) throw new Error('no worker has begun');
      return play.struck.pid;
    },
    async doWithout() {
      await untilDone(play);
      play.struck?.kill('SIGCONT');
    },
    async restartNodes() {
      throw new Error('a build has no nodes');
    },
    async close() {
      for (const tool of [...workers, coordinator]) tool.kill('SIGKILL');
      await around.close();
    },
  };
  const sentence = () => `no part was begun: ${coordinator.said.join(' ')}`;
  await within(BEGUN_LIMIT_MS, () => workers.some(hasBegun), sentence).catch(async (error) => {
    await play.close();
    throw error;
  });
  return play;
}

const hasBegun = ({ said }: Tool) => said.some((line) => /^Part \d+ of/.test(line));
const outOf = ({ disk }: Surroundings) => join(disk, 'out');

function untilDone({ coordinator }: Play): Promise<number> {
  const sentence = () => `the build is not done after ${DONE_LIMIT_MS / 1000} s`;
  return within(DONE_LIMIT_MS, () => coordinator.end() !== undefined, sentence);
}

async function drive(play: Play, fault: Fault): Promise<void> {
  const note = ({ message }: Error) => void play.broken.push(message);
  play.struckMs = performance.now();
  await fault.inject(play);
  await wait(HOLD_MS);
  await fault.heal(play).catch(note);
  await untilDone(play).catch(note);
}

async function judge(play: Play, right: RightBuild): Promise<Outcome> {
  const { coordinator, workers, struck, around, broken } = play;
  const others = workers.filter((tool) => tool !== struck);
  const expect = (isSo: boolean, sentence: string) => isSo || broken.push(sentence);
  expect(coordinator.end() === '0', `the coordinator ended with ${coordinator.end()}`);
  for (const { end } of others) expect(end() === undefined, `a worker ended with ${end()}`);
  const different = OUTPUTS.filter(
    (name) => !isSame(join(outOf(around), name), join(right.folder, name)),
  );
  expect(different.length === 0, `not the bytes of a build in peace: ${different.join(', ')}`);
  const left = namesBelow(outOf(around)).filter((name) => /\.(staging|part)$/.test(name));
  expect(left.length === 0, `left unfinished: ${left.join(', ')}`);
  const mb = Math.max(...[...workers, coordinator].map((tool) => tool.largestMb()));
  expect(mb <= MOST_MB, `a process took ${mb.toFixed(0)} MB (bound ${MOST_MB})`);
  const said = [...new Set([coordinator, ...workers].flatMap(notable))];
  const ends = workers.map(({ end }) => end() ?? 'alive').join(', ');
  const done = `done ${((coordinator.endedMs() - play.struckMs) / 1000).toFixed(0)} s after it`;
  return {
    seen: `coordinator ${coordinator.end()}, ${done}; workers ${ends}; ${mb.toFixed(0)} MB; said: ${said.join(' | ') || 'nothing'}`,
    brief: coordinator.end() === '0' ? done : 'not done',
    broken,
  };
}

/** Lines beyond progress and results. */
function notable({ said }: Tool): string[] {
  return said
    .filter((line) =>
      /Redis|failed|ended|forgotten|given back|No worker|reached|answers/.test(line),
    )
    .map((line) => line.replace(/\d{3,}/g, '0').slice(0, 160));
}

function isSame(path: string, right: string): boolean {
  try {
    return readFileSync(path).equals(readFileSync(right));
  } catch {
    return false;
  }
}

function namesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

const LOOK_EVERY_MS = 250;

function runTool(name: string, words: string[], env: NodeJS.ProcessEnv): Tool {
  const script = join(PROJECT, 'pipeline', name);
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...words], {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithThisProcess(child);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => said.push(line));
  }
  let end: string | undefined;
  let endedMs = Number.NaN;
  let largestMb = 0;
  const pid = child.pid ?? 0;
  const looking = setInterval(() => {
    if (end === undefined) largestMb = Math.max(largestMb, residentMb(pid, 'VmHWM'));
  }, LOOK_EVERY_MS);
  once(child, 'exit').then(([code, signal]) => {
    clearInterval(looking);
    end = String(signal ?? code);
    endedMs = performance.now();
  });
  return {
    pid,
    said,
    end: () => end,
    endedMs: () => endedMs,
    largestMb: () => largestMb,
    kill: (name) => void child.kill(name),
  };
}
