import { labelOf, PORTS } from './inspect-account.ts';
import { type Entry, remainingLines } from './journal.ts';
import type { Run } from './run.ts';
import { thingsOf } from './things.ts';

/** Prints what a proof would make, and makes no call at all. */
export function planProof({ organisation, ports, proofs, journal, trial, print }: Run): void {
  print(
    `${organisation.id}: a dry run, which makes nothing. With CONFIRM=yes this is made in its own accounts:`,
  );
  for (const thing of thingsOf(organisation, ports, proofs, trial)) {
    print(`  ${labelOf(organisation, thing.port)}: ${thing.what}`);
  }
  print(
    'Each is read back field by field, and then removed or cancelled; the numbers of invoices stay used.',
  );
  for (const port of PORTS) {
    const label = labelOf(organisation, port);
    if (organisation[port] && !proofs[port]) print(`  ${label}: has no proof`);
    if (proofs.signature?.draft === null && port === 'signature') {
      print(`  ${label}: no draft, since it sends what it is given: an agreement is yours to try`);
    }
    for (const { asks } of proofs[port]?.questions(trial.mark) ?? [])
      print(`  ${label}, measured: ${asks}`);
  }
  printLeft(journal.entries(), print);
}

/** Prints what a proof has left, if it has left anything. */
export function printLeft(left: readonly Entry[], print: Run['print']): void {
  if (left.length === 0) return;
  print('Still in the accounts:');
  for (const line of remainingLines(left)) print(`  ${line}`);
  print('make integrations-prove with CONFIRM=yes removes it.');
}
