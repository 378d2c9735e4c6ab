/** The counts of a run, which its last line has, and random numbers that SEED repeats. */
import { test } from 'node:test';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';

const SEED = Number(process.env.SEED ?? 1);
const tally = { faults: 0, survived: 0, lost: 0, doubled: 0, 'wrong answers': 0 };

/** A whole number from 0 to below a limit. */
export type Random = (below: number) => number;

const suites: [name: string, skip: string | false, run: (random: Random) => Promise<void>][] = [];

/** Adds faults that are injected one after the other. */
export function suite(...one: (typeof suites)[number]): void {
  suites.push(one);
}

/** Runs all suites, two at a time: most of the time is spent on waiting. */
export function runSuites(): void {
  console.log(`SEED=${SEED}`);
  test('faults', { concurrency: 2 }, async (t) => {
    const runs = suites.map(([name, skip, run], i) => {
      const random = seededRandom(SEED + 1000 * i);
      return t.test(name, { skip }, () => run((below) => Math.floor(below * random())));
    });
    await Promise.all(runs);
  });
}

/** Counts a fault, and that it was survived unless something throws. */
export async function survive(fault: string, act: () => unknown): Promise<void> {
  tally.faults++;
  console.log(`  ${fault}`);
  await act();
  tally.survived++;
}

/** Counts what must not be, and prints some of it. */
export function report(kind: 'lost' | 'doubled' | 'wrong answers', found: string[]): void {
  tally[kind] += found.length;
  for (const one of found.slice(0, 5)) console.log(`  ${kind}: ${one.slice(0, 300)}`);
}

process.once('exit', () => {
  if (tally.lost + tally.doubled + tally['wrong answers'] > 0) process.exitCode = 1;
  console.log(
    Object.entries(tally)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', '),
  );
});
