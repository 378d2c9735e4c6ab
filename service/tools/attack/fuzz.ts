/**
 * `make fuzz`: mutated requests at the port, mutated artifacts, rasters and price files at their readers;
 * exit code 1 on a crash, a hang or a wrong answer. `fuzz.ts [CASES] [SEED]`, the cases of each.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { fuzzPort } from './fuzz-port.ts';

const READERS = fileURLToPath(new URL('./fuzz-readers.ts', import.meta.url));
/** Bound for a thousand cases. */
const HANGS_AFTER_MS = 300_000;

const [cases = 100_000, seed = Date.now() % 1e9] = process.argv.slice(2).map(Number);
let broken = 0;

console.log(`Seed ${seed}, ${cases} cases each.`);
await report('requests', () => fuzzPort(seed, cases));
for (const subject of ['artifacts', 'rasters', 'prices']) {
  await report(subject, () => fuzzReaders(subject));
}
process.exit(broken === 0 ? 0 : 1);

async function report(name: string, fuzz: () => Promise<string>): Promise<void> {
  try {
    console.log(`ok      ${name}: ${await fuzz()}`);
  } catch (error) {
    broken++;
    console.log(`BROKEN  ${name}: ${(error as Error).message}`);
  }
}

/** Runs in a process of its own: a reader that hangs, or takes the process down, takes nothing else. */
async function fuzzReaders(subject: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', READERS, subject, String(seed), String(cases)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let last = 'none';
  const hang = setTimeout(() => child.kill('SIGKILL'), HANGS_AFTER_MS);
  createInterface(child.stdout).on('line', (line) => {
    last = line;
    hang.refresh();
  });
  const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  clearTimeout(hang);
  if (signal) throw new Error(`hung or was killed (${signal}) after case ${last}`);
  if (code !== 0) throw new Error(said.trim());
  return last;
}
