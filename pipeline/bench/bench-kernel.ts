import { seededRandom } from '#common/seeded-random.ts';
import { latitudeSun } from '#common/solar/latitude-sun.ts';
import { diffuseFractions } from '#common/solar/monthly-planes.ts';
import { monthSteps, planeAccount } from '#common/solar/plane-account.ts';
import { STANDARD_MODEL } from '#common/solar/plane-sums.ts';
import { STOCKHOLM_GHI_KWH_M2 as STOCKHOLM } from '#common/solar/stockholm.ts';
import { PLANES, STORED_AZIMUTHS_DEG, TILTS_DEG } from '../../schemas/codec/axes.ts';
import { rowCubes } from '../dataset/yield-cube.ts';
import { medianMs } from './median-ms.ts';

const CUBE_MODEL = { ...STANDARD_MODEL, skyModel: 'hay_davies', anchorScale: 1 } as const;

/** Days x steps x stored planes that one cell takes. */
const STEPS_PER_CELL = 36 * 24 * PLANES;

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
  const fast = medianMs(() => rowCubes(task), 0, 5) / cells;
  const plain = medianMs(() => plainCell(ghiKwhM2), 0, 3);
  console.log('Kernel, one core, optimum and quantisation included (plain: without):');
  console.log(`  ${fast.toFixed(2)} ms a cell, ${planeStepsPerSecond(fast)} plane-steps/s`);
  console.log(
    `  plain reference ${plain.toFixed(0)} ms a cell: ratio ${(plain / fast).toFixed(1)}\n`,
  );
}

function plainCell(ghiKwhM2: Float64Array): void {
  const { daysPerMonth, stepsPerDay } = STANDARD_MODEL;
  const sun = latitudeSun(59.25, daysPerMonth, stepsPerDay);
  const unknown = Array(12).fill(Number.NaN);
  const climate = { ghiKwhM2, diffuseFraction: unknown, temperatureC: unknown };
  const kd = diffuseFractions(sun, climate);
  for (let month = 0; month < 12; month++) {
    const place = {
      latDeg: 59.25,
      month,
      ghiKwhM2: ghiKwhM2[month],
      diffuseFraction: kd[month],
      temperatureC: Number.NaN,
      model: STANDARD_MODEL,
    };
    const steps = monthSteps(place, STANDARD_MODEL);
    for (const tilt of TILTS_DEG) {
      for (const azimuth of STORED_AZIMUTHS_DEG) planeAccount(steps, tilt, azimuth);
    }
  }
}

/** Plane-steps a second at a time a cell, for people. */
export function planeStepsPerSecond(msPerCell: number): string {
  return `${((STEPS_PER_CELL * 1000) / msPerCell / 1e6).toFixed(0)} million`;
}
