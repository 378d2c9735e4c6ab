import type { Entry } from './journal.ts';
import type { Run } from './run.ts';

/** Finds what was asked for and whose answer was lost. Null if it is not there. */
export async function findThing(
  { ports, print }: Run,
  { port, kind, key }: Pick<Entry, 'port' | 'kind' | 'key'>,
): Promise<string | null> {
  if (kind === 'contact') return (await ports.crm?.findContact(key)) ?? null;
  if (kind === 'deal') return (await ports.crm?.findDeal(key)) ?? null;
  if (kind === 'customer') return (await ports.accounting?.findCustomer(key, false)) ?? null;
  if (kind === 'invoice') return (await ports.accounting?.findInvoice(key)) ?? null;
  print(`${port}: a draft may be left whose id was lost; nobody was told of it. Its name: ${key}`);
  return null;
}
