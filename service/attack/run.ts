/**
 * `make attack`, `make faults`: each attack, or fault, on a service of its own; a line each; exit code 1 when
 * a bound is broken. `run.ts attacks|faults [NAME]`, all of them or those whose name has it.
 */
import type { Attack } from './attack.ts';
import { ATTACKED_BY_TESTS, FAULTS_BY_TESTS, runTests, type TestedAttack } from './by-tests.ts';
import { CONNECTION_FAULTS } from './connection-faults.ts';
import { CONNECTION_ATTACKS } from './connections.ts';
import { NODE_FAULTS } from './node-faults.ts';
import { startTarget } from './target.ts';
import { WORK_ATTACKS } from './work.ts';

const SETS: Record<string, { live: Attack[]; byTests: TestedAttack[] }> = {
  attacks: { live: [...CONNECTION_ATTACKS, ...WORK_ATTACKS], byTests: ATTACKED_BY_TESTS },
  faults: { live: [...CONNECTION_FAULTS, ...NODE_FAULTS], byTests: FAULTS_BY_TESTS },
};

/** How much longer than at rest anyone may wait for an answer. */
const STALL_MS = 400;

let broken = 0;

const [set, wanted = ''] = process.argv.slice(2);
const { live, byTests } = SETS[set];
const isWanted = ({ name }: { name: string }) => name.includes(wanted);
for (const attack of live.filter(isWanted)) await report(attack.name, () => carryOut(attack));
for (const attack of byTests.filter(isWanted)) await report(attack.name, () => runTests(attack));
console.log(broken === 0 ? '\nEvery bound holds.' : `\n${broken} bounds are broken.`);
process.exit(broken === 0 ? 0 : 1);

async function report(name: string, attack: () => Promise<string>): Promise<void> {
  try {
    console.log(`ok      ${name}: ${await attack()}`);
  } catch (error) {
    broken++;
    console.log(`BROKEN  ${name}: ${(error as Error).message}`);
  }
}

async function carryOut(attack: Attack): Promise<string> {
  const target = await startTarget(attack.start ?? {});
  try {
    if (!attack.early) await target.ready();
    await target.watch();
    const result = await attack.run(target);
    const seen = await target.seen();
    // A loaded machine makes everyone wait: what it does at rest is added.
    const bound = (attack.stallMs ?? STALL_MS) + 2 * seen.restMs;
    const line = `${attack.tried}. +${seen.megabytes.toFixed(0)} MB (bound ${attack.megabytes}), stall ${seen.stallMs.toFixed(0)} ms (bound ${bound.toFixed(0)}); ${result}.`;
    if (seen.megabytes > attack.megabytes || seen.stallMs > bound) throw new Error(line);
    return line;
  } finally {
    await target.stop();
  }
}
