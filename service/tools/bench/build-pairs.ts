/** The default build, against another checkout. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTurn, printRow } from './pairs.ts';

const BUILDS = 3;
const TICKS_PER_S = 100;

/** Prints the processor time of the default build, in a process of its own with two workers. */
export async function benchBuild(checkouts: string[]): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), 'bench-'));
  const buildOnce = (checkout: string) => async () => {
    const before = childrenMs();
    const words = `--import tsx pipeline/build.ts --out ${out} --force --workers 2`.split(' ');
    execFileSync(process.execPath, words, { cwd: checkout, stdio: 'pipe' });
    return childrenMs() - before;
  };
  try {
    const [own, base] = await inTurn(checkouts.map(buildOnce), BUILDS);
    console.log('Default build, processor time:');
    printRow('make artifacts', own, base === undefined ? {} : { BASE: own / base });
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** Processor time of all processes that this one has started and seen end, by Linux. */
function childrenMs(): number {
  // After the name in parentheses, which may have spaces, come fields 3 and up. 16 and 17 are the children's.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (1000 * (Number(fields[16 - 3]) + Number(fields[17 - 3]))) / TICKS_PER_S;
}
