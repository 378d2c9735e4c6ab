import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../files/file-record.ts';

/** Figures of a build that it prints itself. */
export interface BuildFigures {
  cells: number;
  bytes: number;
  seconds: number;
  /** Processor time of all its threads, which other load on the machine changes little. */
  cpuSeconds: number;
  megabytes: number;
}

/** Builds in a process of its own. @param options of `pipeline/build.ts` */
export function runBuild(recipe: string, out: string, options: readonly string[]): BuildFigures {
  const script = join(PROJECT, 'pipeline', 'build.ts');
  const words = ['--import', 'tsx', script, '--recipe', recipe, '--out', out, ...options];
  const before = childrenSeconds();
  const output = execFileSync(process.execPath, words, {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const [, cells, bytes] = /pv-yield\S*\.bin: (\d+) cells, (\d+) bytes/.exec(output) ?? [];
  const [, seconds, megabytes] = /Done in ([\d.]+) s, peak memory (\d+) MB/.exec(output) ?? [];
  return {
    cells: Number(cells),
    bytes: Number(bytes),
    seconds: Number(seconds),
    cpuSeconds: childrenSeconds() - before,
    megabytes: Number(megabytes),
  };
}

/** Ticks a second of /proc on every architecture that Node runs on. */
const TICKS_PER_S = 100;

/** Processor time of all processes that this one has started and seen end, s. */
function childrenSeconds(): number {
  // Behind the name in parentheses, which may have spaces, come fields 3 and up; 16 and 17 are theirs.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[16 - 3]) + Number(fields[17 - 3])) / TICKS_PER_S;
}
