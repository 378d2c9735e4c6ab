import { median } from 'd3-array';
import { STORED_AZIMUTHS_DEG, TILTS_DEG } from '../../schemas/axes.ts';
import { rowCubes } from '../dataset/yield-cube.ts';
import { latitudeSun } from '../solar/latitude-sun.ts';
import { diffuseFractions } from '../solar/monthly-planes.ts';
import { monthSteps, planeAccount } from '../solar/plane-account.ts';
import { hayDavies } from '../solar/sky-models.ts';
import { STOCKHOLM_GHI_KWH_M2 as STOCKHOLM } from '../solar/stockholm.ts';
import { planeStepsPerSecond } from './bench-figures.ts';
import { seededRandom } from './seeded-random.ts';

const CUBE_MODEL = {
  skyModel: 'hay_davies',
  albedo: 0.2,
  windMS: 2.3,
  systemLoss: 0.14,
  daysPerMonth: 3,
  stepsPerDay: 24,
  anchorScale: 1,
} as const;

/** One latitude row of cells through the kernel, and one cell through the plain formulas. */
export function benchKernel(): void {
  const cells = 60;
  const random = seededRandom(1);
  const ghiKwhM2 = Float64Array.from(
    { length: cells * 12 },
    (_, i) => STOCKHOLM[i % 12] * (0.95 + 0.1 * random()),
  );
  const unknown = new Float64Array(cells * 12).fill(Number.NaN);
  const task = {
    latDeg: 59.25,
    cells,
    ghiKwhM2,
    diffuseFraction: unknown,
    temperatureC: unknown,
    model: CUBE_MODEL,
  };
  rowCubes(task);
  const fast = medianMs(5, () => rowCubes(task)) / cells;
  const plain = medianMs(3, () => plainCell(ghiKwhM2));
  console.log('Kernel, one core, optimum and quantisation included (plain: without):');
  console.log(`  ${fast.toFixed(2)} ms a cell, ${planeStepsPerSecond(fast)} plane-steps/s`);
  console.log(
    `  plain reference ${plain.toFixed(0)} ms a cell: ratio ${(plain / fast).toFixed(1)}\n`,
  );
}

function plainCell(ghiKwhM2: Float64Array): void {
  const sun = latitudeSun(59.25, 3, 24);
  const unknown = Array(12).fill(Number.NaN);
  const climate = { ghiKwhM2, diffuseFraction: unknown, temperatureC: unknown };
  const kd = diffuseFractions(sun, climate);
  const model = { ...CUBE_MODEL, skyModel: hayDavies };
  const time = { daysPerMonth: 3, stepsPerDay: 24 };
  for (let month = 0; month < 12; month++) {
    const place = {
      latDeg: 59.25,
      month,
      ghiKwhM2: ghiKwhM2[month],
      diffuseFraction: kd[month],
      temperatureC: Number.NaN,
      model,
    };
    const steps = monthSteps(place, time);
    for (const tilt of TILTS_DEG) {
      for (const azimuth of STORED_AZIMUTHS_DEG) planeAccount(steps, tilt, azimuth);
    }
  }
}

function medianMs(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return median(times) ?? Number.NaN;
}
