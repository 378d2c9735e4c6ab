/** Proves an organisation's accounts: makes one of everything, reads it back, and removes it. */
import { ProviderError } from '../ports.ts';
import { compareFields } from './differences.ts';
import { findThing } from './find-thing.ts';
import { findingLine, inspectAccount, labelOf, PORTS } from './inspect-account.ts';
import { type Entry, remainingLines } from './journal.ts';
import { printLeft } from './plan-proof.ts';
import { removeThings } from './remove-things.ts';
import type { Run } from './run.ts';
import { type Thing, thingsOf } from './things.ts';

/** @returns whether everything was taken, and is there as it was sent */
export async function prove(run: Run): Promise<boolean> {
  await removeLeft(run);
  const faults = await inspectAccounts(run);
  const made = new Map<string, string>();
  let isRight = faults === 0;
  for (const thing of thingsOf(run.organisation, run.ports, run.proofs, run.trial)) {
    isRight = (await proveThing(run, thing, made)) && isRight;
  }
  await measureQuestions(run, made);
  const remains = await removeThings(run);
  for (const line of remains) run.print(`remains: ${line}`);
  const isEmpty = run.journal.entries().length === 0;
  printLeft(run.journal.entries(), run.print);
  run.print(
    isRight && isEmpty
      ? 'Proved: all of it was taken and read back.'
      : 'Not proved: see the lines above.',
  );
  return isRight && isEmpty;
}

/** Removes what a proof that was ended halfway has left. */
async function removeLeft(run: Run): Promise<void> {
  const left = run.journal.entries();
  if (left.length === 0) return;
  run.print('A proof before was ended halfway, and left:');
  for (const line of remainingLines(left)) run.print(`  ${line}`);
  for (const line of await removeThings(run)) run.print(`remains: ${line}`);
}

/** Prints what is read of each account. @returns the number of faults */
async function inspectAccounts({ organisation, proofs, print }: Run): Promise<number> {
  let faults = 0;
  for (const port of PORTS) {
    for (const finding of await inspectAccount(organisation, proofs, port)) {
      if (finding.fault !== null && !finding.isNote) faults++;
      print(`${labelOf(organisation, port)}: ${findingLine(finding)}`);
    }
  }
  return faults;
}

/** Makes a thing and reads it back. @returns whether it is there as it was sent */
async function proveThing(run: Run, thing: Thing, made: Map<string, string>): Promise<boolean> {
  const label = `${labelOf(run.organisation, thing.port)}: ${thing.what}`;
  const lacking = thing.needs.filter((name) => !made.has(name));
  if (lacking.length > 0) {
    run.print(`${label}: not tried, without the ${lacking.join(' and ')}`);
    return false;
  }
  try {
    const make = () => thing.make(made);
    const id = await (thing.isOwn ? makeThing(run, thing, make) : make());
    made.set(thing.name, id);
    return await readBack(run, thing, made, id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    run.print(`${label}: ${made.has(thing.name) ? 'made, and not read back' : 'refused'}`);
    printRefusal(run, thing.port, error);
    for (const part of thing.parts) await proveThing(run, part, made);
    return false;
  }
}

/**
 * Makes a thing of which the journal knows first. One whose answer is lost is looked for.
 * @throws ProviderError when it is refused
 */
export async function makeThing(
  run: Run,
  { port, kind, key }: Pick<Entry, 'port' | 'kind' | 'key'>,
  make: () => Promise<string>,
): Promise<string> {
  run.journal.put({ port, kind, key, id: null });
  const id = await make().catch(async (error) => {
    const isRefused = error instanceof ProviderError && error.kind !== 'unclear';
    if (isRefused) run.journal.drop({ kind, key });
    const found = isRefused ? null : await findThing(run, { port, kind, key });
    if (found === null) throw error;
    return found;
  });
  run.journal.put({ port, kind, key, id });
  return id;
}

async function readBack(
  run: Run,
  thing: Thing,
  made: ReadonlyMap<string, string>,
  id: string,
): Promise<boolean> {
  const read = await thing.read(id, made);
  const { compared, differences } = compareFields(thing.wanted(made), read);
  const label = `${labelOf(run.organisation, thing.port)}: ${thing.what}`;
  const found = differences.length === 0 ? 'as they were sent' : `${differences.length} otherwise`;
  run.print(`${label}: made (${id}), ${compared} fields read back, ${found}`);
  for (const { field, sent, read: there } of differences) {
    run.print(`  field ${field}: sent ${JSON.stringify(sent)}, read ${JSON.stringify(there)}`);
  }
  return differences.length === 0;
}

/** Prints the field of a refusal, the provider's words, and how to mend it. */
function printRefusal({ proofs, print }: Run, port: Entry['port'], error: ProviderError): void {
  const fix = proofs[port]?.fixOf(error);
  print(`  field: ${fix?.field ?? 'not known'}`);
  print(`  words: ${error.message}${error.words === undefined ? '' : ` "${error.words}"`}`);
  print(
    `  fix: ${fix?.fix ?? 'none is known: these words are the provider’s, and its support knows them'}`,
  );
}

async function measureQuestions(run: Run, made: ReadonlyMap<string, string>): Promise<void> {
  for (const port of PORTS) {
    const label = labelOf(run.organisation, port);
    for (const { asks, measure } of run.proofs[port]?.questions(run.trial.mark) ?? []) {
      if (typeof measure === 'string') {
        run.print(`${label}, not measured: ${asks} ${measure}.`);
        continue;
      }
      const tries = (kind: string, key: string, make: () => Promise<string>) =>
        makeThing(run, { port, kind, key }, make);
      run.print(`${label}, measured: ${asks} ${await measure(tries, made).catch(messageOf)}`);
    }
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ProviderError) return `not answered: ${error.message}`;
  throw error;
}
