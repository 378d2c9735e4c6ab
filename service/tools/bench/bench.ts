/**
 * `make bench`: what the build and the service cost, as ratios from one run. `bench.ts [PART...]` with parts of start,
 * calls and build. BASE=/other/checkout measures that checkout in turn with this one.
 */
import { resolve } from 'node:path';
import { PROJECT } from '../../../schemas/project.ts';
import { benchBuild } from './build-pairs.ts';
import { benchCalls, benchStart } from './service-pairs.ts';

const PARTS = { start: benchStart, calls: benchCalls, build: benchBuild };
type Part = keyof typeof PARTS;

const { BASE } = process.env;
const checkouts = [PROJECT, ...(BASE ? [resolve(BASE)] : [])];
const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  console.error(`error: ${unknown} is no part, expected some of ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
for (const [name, run] of Object.entries(PARTS)) {
  if (names.length === 0 || names.includes(name as Part)) await run(checkouts);
}
