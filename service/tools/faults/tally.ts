/** Suites of faults, one after the other, and what is counted of them. */
import { test } from 'node:test';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';

const SEED = Number(process.env.SEED ?? 1);
const tally = { faults: 0, survived: 0, lost: 0, doubled: 0, 'wrong answers': 0 };

/** `random(n)` is a whole number from 0 to below n. */
type Run = (random: (below: number) => number) => Promise<void>;
/** What is done during a fault. */
export type Act = () => Promise<unknown>;
/** A fault, and its end where it does not end by itself. */
export type Fault<Of> = [name: string, begin: (of: Of) => unknown, end?: () => unknown];

/** Adds faults that are injected one after the other. */
export function suite(name: string, skip: string | false, run: Run): void {
  const random = seededRandom(SEED);
  test(`${name}, SEED=${SEED}`, { skip }, () => run((below) => Math.floor(below * random())));
}

/** Counts a fault, and that it was survived unless something throws. */
export async function survive(fault: string, act: Act): Promise<void> {
  tally.faults++;
  console.log(`  ${Math.round(process.uptime())} s: ${fault}`);
  await act();
  tally.survived++;
}

/** Counts what must not be, and prints the first of it. */
export function report(kind: 'lost' | 'doubled' | 'wrong answers', found: string[]): void {
  for (const one of found) if (tally[kind]++ < 5) console.log(`  ${kind}: ${one.slice(0, 300)}`);
}

process.once('exit', () => {
  if (tally.lost + tally.doubled + tally['wrong answers'] > 0) process.exitCode = 1;
  const counts = Object.entries(tally).map(([kind, count]) => `${count} ${kind}`);
  console.log(counts.join(', '));
});
