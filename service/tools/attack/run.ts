/**
 * `make attack`, `make faults`: each attack, or fault, on a service of its own; a line each; exit code 1 when
 * a bound is broken. `run.ts attacks|faults [NAME]`, all of them or those whose name has it.
 */
import type { Attack } from './attack.ts';
import {
  ATTACKED_BY_TESTS,
  FAULTS_BY_TESTS,
  runTests,
  Skipped,
  type TestedAttack,
} from './by-tests.ts';
import { CONNECTION_FAULTS } from './connection-faults.ts';
import { CONNECTION_ATTACKS } from './connections.ts';
import { searchCosts } from './cost-search.ts';
import { GREEDY_ATTACKS } from './greedy-caller.ts';
import { NODE_FAULTS } from './node-faults.ts';
import { startTarget } from './target.ts';
import { WORK_ATTACKS } from './work.ts';

/** Checks to run: attacks and faults on a service each, those that tests carry out, and searches. */
interface Checks {
  live: Attack[];
  byTests: TestedAttack[];
  searches: { name: string; search: () => Promise<string> }[];
}

const SETS: Record<string, Checks> = {
  attacks: {
    live: [...CONNECTION_ATTACKS, ...WORK_ATTACKS, ...GREEDY_ATTACKS],
    byTests: ATTACKED_BY_TESTS,
    searches: [{ name: 'the search for dear calls', search: searchCosts }],
  },
  faults: { live: [...CONNECTION_FAULTS, ...NODE_FAULTS], byTests: FAULTS_BY_TESTS, searches: [] },
};

/** How much longer than at rest anyone may wait for an answer. */
const STALL_MS = 400;

let broken = 0;

const [set = 'none', wanted = ''] = process.argv.slice(2);
if (!Object.hasOwn(SETS, set)) giveUp(`run.ts: the set is ${set}, expected attacks or faults.`);
const isWanted = ({ name }: { name: string }) => name.includes(wanted);
const live = SETS[set].live.filter(isWanted);
const byTests = SETS[set].byTests.filter(isWanted);
const searches = SETS[set].searches.filter(isWanted);
if (live.length + byTests.length + searches.length === 0) {
  const { live, byTests, searches } = SETS[set];
  const names = [...live, ...byTests, ...searches].map(({ name }) => name).join('; ');
  giveUp(`run.ts: no name in ${set} has "${wanted}" in it, expected a part of one of: ${names}.`);
}
for (const attack of live) await report(attack.name, () => carryOut(attack));
for (const attack of byTests) await report(attack.name, () => runTests(attack));
for (const { name, search } of searches) await report(name, search);
console.log(broken === 0 ? '\nEvery bound holds.' : `\n${broken} bounds are broken.`);
process.exit(broken === 0 ? 0 : 1);

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

async function report(name: string, attack: () => Promise<string>): Promise<void> {
  try {
    console.log(`ok      ${name}: ${await attack()}`);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof Skipped) return console.log(`skipped ${name}: ${message}`);
    broken++;
    console.log(`BROKEN  ${name}: ${message}`);
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
