/** Prints what years under grid companies' power charges reach of their linear programmes, list by list. */
import {
  againstOptimum,
  LISTS,
  type ListId,
  ONE_HOUR,
  type TariffOutcome,
  tariffHouse,
} from '#engine/battery/test/tariff-cases.ts';

const LEAST_SHARE = 0.97;
const MOST_LOOSE = 1.01;
const ROUNDING = 1e-6;
const houses = Number(process.env.HOUSES || 40);

console.log(`${houses} houses a list, % of the linear programme with the whole year known`);
console.log(
  'combined: savings; peak_shaving: fall of the power charge; bound: possible_savings_sek\n',
);
const head = ['combined', 'peak_shaving', 'bound'].map((name) => name.padStart(20)).join('');
console.log(`${' '.repeat(30)}${head}`);
console.log(`${' '.repeat(30)}${'      least     mean'.repeat(2)}       mean     most`);
let broken = 0;
for (const list of Object.keys(LISTS) as ListId[]) {
  const outcomes = Array.from({ length: houses }, (_, i) => againstOptimum(list, tariffHouse(i)));
  broken += outcomes.filter((outcome) => isBroken(list, outcome)).length;
  const of = (name: keyof TariffOutcome) => outcomes.map((outcome) => 100 * outcome[name]);
  const [combined, shaved, bound] = [of('combined'), of('shaved'), of('bound')];
  const row = [
    ...[Math.min(...combined), mean(combined), Math.min(...shaved), mean(shaved)],
    ...[mean(bound), Math.max(...bound)],
  ];
  console.log(`${list.padEnd(30)}${row.map((value) => value.toFixed(2).padStart(10)).join('')}`);
}
console.log(`\n${broken} of ${houses * Object.keys(LISTS).length} years break a limit.`);
process.exitCode = broken > 0 ? 1 : 0;

/** At least 97 %, a bound that is never below the programme, and at most 1 % above it for one hour a month. */
function isBroken(list: ListId, { combined, shaved, bound }: TariffOutcome): boolean {
  const most = ONE_HOUR.includes(list) ? MOST_LOOSE : Infinity;
  return Math.min(combined, shaved) < LEAST_SHARE || bound < 1 - ROUNDING || bound > most;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
