/** Prints the replay of the logs that years of measured sun make: `node measured-replay.ts [year.json ...]`. */
import { fileURLToPath } from 'node:url';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { yieldDataset } from '../../api/yield/dataset.ts';
import { readMeasuredYear } from './measured-sky.ts';
import { replaySky } from './replay-sky.ts';

const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url));

const paths = process.argv.slice(2);
if (paths.length > 0) {
  console.log(
    "\nReplay of a roof's log under measured sun, asked for 21 km away: factor to calibrate by; explained of the log's months, mean days and hours, %",
  );
  const data = yieldDataset(await readPvYield(`${ARTIFACTS}pv-yield.bin`));
  const prices = await readPrices(`${ARTIFACTS}prices.bin`);
  for (const path of paths) {
    const { comparison, yearSdPct } = replaySky(data, prices, readMeasuredYear(path).sky);
    const { months, meanDays, hours } = comparison.explained;
    const explained = [months, meanDays, hours].map((part) => (100 * part).toFixed(0)).join(', ');
    console.log(
      `  ${path}: ${comparison.factor.toFixed(3)} (1 ± ${((yearSdPct ?? Number.NaN) / 100).toFixed(3)} in two years of three); ${explained}`,
    );
  }
} else {
  console.log(
    '\nThe replay of years of measured sun is skipped: no HOURS="year.json ..." is given (pipeline/accuracy/README.md).',
  );
}
