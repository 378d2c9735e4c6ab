/**
 * Safety net of the refactoring: files, OpenAPI documents, about 380 answers and bills that must not move.
 *
 *     make safety-net                   compares with the digests of digests.json (a quarter of a minute)
 *     make safety-net BASE=/other/tree  compares with the other checkout, and shows what differs where
 *     make safety-net RECORD=1          writes digests.json again
 *
 * Run it before the first cut and after each. Exit code 1 when something differs: a person judges whether it was meant.
 * If it was, record again in the commit that moved it, and say there which names moved and why. The other checkout
 * needs node_modules, built artifacts and generated schemas (make develop artifacts).
 *
 * Answers are compared as parsed JSON with their status and five headers, not byte by byte. The requests are made by
 * one seed in requests.ts, whatever the schemas of a checkout say. New ones go to the end of a group with names of
 * their own, so that the others keep theirs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { PROJECT } from '../../../schemas/project.ts';
import { type Recorded, recordCheckout } from './answers.ts';
import { differences } from './differences.ts';
import { digestOf } from './digest.ts';

const DIGESTS = new URL('digests.json', import.meta.url);
const { BASE, RECORD } = process.env;

const found = await recordCheckout(PROJECT);
if (RECORD) record(found);
else if (BASE) compareWith(await recordCheckout(BASE));
else compareDigests(JSON.parse(readFileSync(DIGESTS, 'utf8')));

function record(recorded: Recorded): void {
  const digests = [...recorded].map(([name, content]) => [name, digestOf(content)]);
  writeFileSync(DIGESTS, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
  console.log(`Recorded ${recorded.size} digests.`);
}

function compareDigests(digests: Record<string, string>): void {
  const names = new Set([...Object.keys(digests), ...found.keys()]);
  const moved = [...names].filter((name) => digestOf(found.get(name) ?? '') !== digests[name]);
  report(moved, names.size);
  if (moved.length > 0) console.log('BASE=/other/checkout shows what differs.');
}

function compareWith(base: Recorded): void {
  const names = new Set([...base.keys(), ...found.keys()]);
  const moved = [...names].filter((name) => base.get(name) !== found.get(name));
  report(moved, names.size, (name) =>
    differences(JSON.parse(base.get(name) ?? 'null'), JSON.parse(found.get(name) ?? 'null')),
  );
}

function report(
  moved: string[],
  count: number,
  details: (name: string) => string[] = () => [],
): void {
  for (const name of moved) {
    console.log(`DIFFERS ${name}`);
    for (const line of details(name)) console.log(`    ${line}`);
  }
  console.log(`${count} recorded, ${moved.length} differ.`);
  process.exitCode = moved.length === 0 ? 0 : 1;
}
