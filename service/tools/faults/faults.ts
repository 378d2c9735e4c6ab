/**
 * `make faults`: what one machine, one tenant or one provider can do, on real parts. Exit code 1 unless every fault was
 * survived, and nothing was lost, doubled or answered wrongly. SEED repeats a run's random numbers.
 */
import { test } from 'node:test';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';

const SEED = Number(process.env.SEED ?? 1);
const tally = { faults: 0, survived: 0, lost: 0, doubled: 0, 'wrong answers': 0 };

/** `random(n)` is a whole number from 0 to below n. */
type Run = (random: (below: number) => number) => Promise<void>;
const suites: [name: string, skip: string | false, run: Run][] = [];

/** Adds faults that are injected one after the other. */
export function suite(...one: (typeof suites)[number]): void {
  suites.push(one);
}

/** Counts a fault, and that it was survived unless something throws. */
export async function survive(fault: string, act: () => unknown): Promise<void> {
  tally.faults++;
  console.log(`  ${Math.round(process.uptime())} s: ${fault}`);
  await act();
  tally.survived++;
}

/** Counts what must not be, and prints the first of it. */
export function report(kind: 'lost' | 'doubled' | 'wrong answers', found: string[]): void {
  for (const one of found) if (tally[kind]++ < 5) console.log(`  ${kind}: ${one.slice(0, 300)}`);
}

// Two at a time: most of the time is spent on waiting.
test(`faults of SEED=${SEED}`, { concurrency: 2 }, async (t) => {
  await import('./integrations.ts');
  await import('./service.ts');
  const runs = suites.map(([name, skip, run], i) => {
    const random = seededRandom(SEED + 1000 * i);
    return t.test(name, { skip }, () => run((below) => Math.floor(below * random())));
  });
  await Promise.all(runs);
});

process.once('exit', () => {
  if (tally.lost + tally.doubled + tally['wrong answers'] > 0) process.exitCode = 1;
  const counts = Object.entries(tally).map(([kind, count]) => `${count} ${kind}`);
  console.log(counts.join(', '));
});
