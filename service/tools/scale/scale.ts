/** `make scale`: prints the machines that loads take in three set-ups. `scale.ts SIMULATIONS HITS` */
import { readFileSync } from 'node:fs';
import {
  type Constants,
  type Need,
  sizeBehindNginx,
  sizeOneNode,
  sizeStaticLookups,
  sizeVisits,
} from './model.ts';

const LOADS = [1, 100, 10_000];
const SET_UPS = {
  'one node': sizeOneNode,
  'nodes behind nginx, Redis': sizeBehindNginx,
  'static, API for simulations': sizeStaticLookups,
};

const [simulations, hits] = [readShare(2, 'SIMULATIONS', '0.1'), readShare(3, 'HITS', '0.3')];
const record: { constants: Constants } = JSON.parse(
  readFileSync(new URL('constants.json', import.meta.url), 'utf8'),
);

console.log(
  `Of all calls ${100 * simulations} % are simulations; a shared cache has ${100 * hits} % of the lookups.`,
);
for (const perSecond of LOADS) {
  console.log(`\n${perSecond} calls/s`);
  for (const [name, setUp] of Object.entries(SET_UPS))
    console.log(formatLine(name, setUp(record.constants, { perSecond, simulations, hits })));
  const visits = sizeVisits(record.constants, { perSecond, simulations, hits });
  console.log(
    `  ${'and pages, TLS'.padEnd(43)}${roundTwo(visits.cores)} cores, ${roundTwo(visits.mbitPerS)} Mbit/s`,
  );
}

function formatLine(name: string, need: Need): string {
  const nodes = Number.isNaN(need.nodes) ? 'not with one' : `${need.nodes} nodes`;
  const figures = [
    nodes.padStart(12),
    `${roundTwo(need.cores)} cores`,
    `${roundTwo(need.gb)} GB`,
    `${roundTwo(need.mbitPerS)} Mbit/s`,
    `first: ${need.first}`,
  ];
  return `  ${name.padEnd(29)}${figures.join(', ')}`;
}

function roundTwo(value: number): string {
  return String(Number(value.toPrecision(2)));
}

function readShare(at: number, name: string, fallback: string): number {
  const text = process.argv[at] || fallback;
  const share = Number(text);
  if (share >= 0 && share <= 1) return share;
  console.error(`${name} is "${text}", expected a share from 0 to 1, for example ${fallback}.`);
  process.exit(1);
}
