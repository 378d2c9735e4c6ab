/**
 * Builds Europe at 0.1° in four parts and joins them, in the folder that is given: time, memory and size
 * of each, and what they say of 0.05°. The fields are made up; the dataset stays in `FOLDER/data`.
 */
import { join } from 'node:path';
import { countriesOfEurope, writeEurope } from './europe.ts';
import { type BuildFigures, runBuild } from './run-build.ts';

const PARTS = 4;
/** A continent of land and sea: 34..72 N, 12 W..42 E at 0.05°. */
const WHOLE_BOX_CELLS = 761 * 1081;

const [folder] = process.argv.slice(2);
const recipe = writeEurope(folder, countriesOfEurope(0.1));
const out = join(folder, 'data');

console.log('Europe at 0.1°, its countries with their coasts, made-up fields, two workers:');
const parts = Array.from({ length: PARTS }, (_, i) => {
  const part = `${i + 1}/${PARTS}`;
  return told(`part ${part}`, runBuild(recipe, out, ['--shard', part, '--workers', '2']));
});
const whole = told('joined', runBuild(recipe, out, ['--merge', String(PARTS)]));

const sum = (what: 'seconds' | 'cpuSeconds') =>
  parts.reduce((total, part) => total + part[what], whole[what]);
const times = WHOLE_BOX_CELLS / whole.cells;
console.log(
  `  in all ${sum('seconds').toFixed(0)} s, ${sum('cpuSeconds').toFixed(0)} s of processor time, ${((1000 * sum('cpuSeconds')) / whole.cells).toFixed(2)} ms a cell. 0.05° of land and sea, ${WHOLE_BOX_CELLS} cells, extrapolated: ${((times * sum('cpuSeconds')) / 60).toFixed(0)} min of processor time, ${((times * whole.bytes) / 1e9).toFixed(1)} GB`,
);

function told(name: string, figures: BuildFigures): BuildFigures {
  const { cells, bytes, seconds, cpuSeconds, megabytes } = figures;
  console.log(
    `  ${name.padEnd(10)}${String(cells).padStart(7)} cells${seconds.toFixed(1).padStart(8)} s${cpuSeconds.toFixed(1).padStart(8)} s of processor time${String(megabytes).padStart(6)} MB peak memory${(bytes / 1e6).toFixed(0).padStart(6)} MB`,
  );
  return figures;
}
