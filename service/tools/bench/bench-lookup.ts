/** Lookups a second in process, on one core, and what they leave behind. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { emptyYield, planeYield, pointNumbers } from '../../api/yield/lookup.ts';
import { emptyWeights, spatialWeights } from '../../api/yield/spatial-weights.ts';

const LOOKUPS = 1_000_000;
const PLACES = 4096;
const WARM_UP_RUNS = 3;

/** Prints the rate of the numbers of a PvYield: twelve months, year, in-plane, optimum. */
export async function benchLookup(path: string): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  const artifact = await readPvYield(path);
  const around = emptyWeights();
  const found = emptyYield();
  const run = () => {
    for (let i = 0; i < LOOKUPS; i++) {
      const place = i % PLACES;
      spatialWeights(artifact, 56 + (place % 97) / 10, 13.2 + (place % 31) / 10, around);
      planeYield(artifact, around, (place * 7) % 90, (place * 11) % 360, found);
      pointNumbers(artifact, around, found);
    }
  };
  for (let i = 0; i < WARM_UP_RUNS; i++) run();
  gc();
  const heapBefore = process.memoryUsage().heapUsed;
  const beganMs = performance.now();
  run();
  const seconds = (performance.now() - beganMs) / 1000;
  const bytes = (process.memoryUsage().heapUsed - heapBefore) / LOOKUPS;
  console.log(
    `  in process ${(LOOKUPS / seconds / 1e6).toFixed(2)} million lookups/s on one core, ${Math.max(0, bytes).toFixed(2)} bytes of garbage each`,
  );
}
