/** Suites of faults, and what is counted of them. */
export const tally = { faults: 0, survived: 0, lost: 0, doubled: 0, 'wrong answers': 0 };

/** `random(n)` is a whole number from 0 to below n. */
type Run = (random: (below: number) => number) => Promise<void>;
export const suites: [name: string, skip: string | false, run: Run][] = [];

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
