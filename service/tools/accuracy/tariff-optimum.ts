/** Prints what years under grid companies' power charges reach of their linear programmes, list by list. */
import { mean } from 'd3-array';
import {
  againstOptimum,
  LISTS,
  type ListId,
  type TariffOutcome,
  tariffHouse,
} from '#engine/battery/test/tariff-cases.ts';

const LEAST_SHARE = 0.97;
const houses = Number(process.env.HOUSES || 40);

console.log(`${houses} houses a list, % of the linear programme with the whole year known`);
console.log(
  'combined: savings; peak_shaving: fall of the power charge; foresight: possible_savings_sek\n',
);
const head = ['combined', 'peak_shaving', 'foresight'].map((name) => name.padStart(20)).join('');
console.log(`${' '.repeat(30)}${head}`);
console.log(`${' '.repeat(30)}${'      least     mean'.repeat(3)}`);
let broken = 0;
for (const list of Object.keys(LISTS) as ListId[]) {
  const outcomes = Array.from({ length: houses }, (_, i) => againstOptimum(list, tariffHouse(i)));
  broken += outcomes.filter(isBroken).length;
  const of = (name: keyof TariffOutcome) => outcomes.map((outcome) => 100 * outcome[name]);
  const shares = [of('combined'), of('shaved'), of('foresight')];
  const row = shares.flatMap((share) => [Math.min(...share), mean(share) ?? 0]);
  console.log(`${list.padEnd(30)}${row.map((value) => value.toFixed(2).padStart(10)).join('')}`);
}
console.log(`\n${broken} of ${houses * Object.keys(LISTS).length} years break a limit.`);
process.exitCode = broken > 0 ? 1 : 0;

/** Whether a share is below 97 %. */
function isBroken({ combined, shaved, foresight }: TariffOutcome): boolean {
  return Math.min(combined, shaved, foresight) < LEAST_SHARE;
}
