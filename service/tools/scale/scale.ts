/** `make scale`: prints the machines that loads take in three set-ups. `scale.ts SIMULATIONS HITS` */
import { readFileSync } from 'node:fs';
import { behindNginx, type Constants, type Need, oneNode, staticLookups } from './model.ts';

const LOADS = [1, 100, 10_000];
const SET_UPS = {
  'one node': oneNode,
  'nodes behind nginx, Redis': behindNginx,
  'static, API for simulations': staticLookups,
};

const [simulations, hits] = [shareOf(2, 'SIMULATIONS', '0.1'), shareOf(3, 'HITS', '0.3')];
const record: { constants: Constants } = JSON.parse(
  readFileSync(new URL('constants.json', import.meta.url), 'utf8'),
);

console.log(
  `Of all calls ${100 * simulations} % are simulations; a shared cache has ${100 * hits} % of the lookups.`,
);
for (const perSecond of LOADS) {
  console.log(`\n${perSecond} calls/s`);
  for (const [name, setUp] of Object.entries(SET_UPS))
    console.log(lineOf(name, setUp(record.constants, { perSecond, simulations, hits })));
}

function lineOf(name: string, need: Need): string {
  const nodes = Number.isNaN(need.nodes) ? 'not with one' : `${need.nodes} nodes`;
  const figures = [
    nodes.padStart(12),
    `${rounded(need.cores)} cores`,
    `${rounded(need.gb)} GB`,
    `${rounded(need.mbitPerS)} Mbit/s`,
    `first: ${need.first}`,
  ];
  return `  ${name.padEnd(29)}${figures.join(', ')}`;
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(2)));
}

function shareOf(at: number, name: string, fallback: string): number {
  const text = process.argv[at] || fallback;
  const share = Number(text);
  if (share >= 0 && share <= 1) return share;
  console.error(`${name} is "${text}", expected a share from 0 to 1, for example ${fallback}.`);
  process.exit(1);
}
