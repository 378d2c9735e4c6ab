/** `make attack`: every attack on a service of its own; a line each; exit code 1 when a bound is broken. */

import type { Attack } from './attack.ts';
import { ATTACKED_BY_TESTS, runTests } from './by-tests.ts';
import { CONNECTION_ATTACKS } from './connections.ts';
import { type Seen, startTarget } from './target.ts';
import { WORK_ATTACKS } from './work.ts';

/** How much longer than at rest anyone may wait for an answer. */
const STALL_MS = 400;

let broken = 0;

for (const attack of [...CONNECTION_ATTACKS, ...WORK_ATTACKS])
  await report(attack.name, () => carryOut(attack));
for (const attack of ATTACKED_BY_TESTS) await report(attack.name, () => runTests(attack));
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
    const line = `${attack.tried}. +${seen.megabytes.toFixed(0)} MB (bound ${attack.megabytes}), stall ${seen.stallMs.toFixed(0)} ms (bound ${stallBound(seen).toFixed(0)}); ${result}.`;
    if (seen.megabytes > attack.megabytes || seen.stallMs > stallBound(seen)) throw new Error(line);
    return line;
  } finally {
    await target.stop();
  }
}

/** A loaded machine makes everyone wait: what it does at rest is added. */
function stallBound({ restMs }: Seen): number {
  return STALL_MS + 2 * restMs;
}
