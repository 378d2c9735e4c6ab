import { ProviderError } from '../ports.ts';
import { findThing } from './find-thing.ts';
import type { Entry } from './journal.ts';
import type { Run } from './run.ts';

/** Removes all of a journal, the last first; what is not removed stays in it. @returns what remains nonetheless */
export async function removeThings(run: Run): Promise<string[]> {
  const remains: string[] = [];
  for (const entry of [...run.journal.entries()].reverse()) {
    try {
      const id = entry.id ?? (await findThing(run, entry));
      const rest = id === null ? null : await remove(run, entry, id);
      if (rest !== null) remains.push(`${entry.port}: ${rest}`);
      if (id !== null && rest === null)
        run.print(`removed: ${entry.port}: the ${entry.kind} ${id}`);
      run.journal.drop(entry);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      run.print(
        `not removed: ${entry.port}: the ${entry.kind} ${entry.id ?? entry.key}: ${error.message}`,
      );
    }
  }
  return remains;
}

async function remove({ proofs }: Run, { port, kind }: Entry, id: string): Promise<string | null> {
  const kept = {
    contact: proofs.crm?.contact,
    deal: proofs.crm?.deal,
    customer: proofs.accounting?.customer,
    invoice: proofs.accounting?.invoice,
    draft: proofs.signature?.draft,
  }[kind];
  if (kept) return kept.remove(id);
  throw new ProviderError('invalid', `There is no ${port} any more that could remove it.`);
}
