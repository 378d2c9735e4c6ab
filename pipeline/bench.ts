/**
 * Measures the build on this machine: the kernel against the plain reference in one run, whole
 * builds with one and two workers, and finer grids of the same country.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLANES, STORED_AZIMUTHS_DEG, TILTS_DEG } from '../schemas/axes.ts';
import { PROJECT } from './file-record.ts';
import { seededRandom } from './seeded-random.ts';
import { latitudeSun } from './solar/latitude-sun.ts';
import { diffuseFractions } from './solar/monthly-planes.ts';
import { planeAccount } from './solar/plane-account.ts';
import { hayDavies } from './solar/sky-models.ts';
import { rowCubes } from './yield-cube.ts';

const STEPS_PER_CELL = 36 * 24 * PLANES;
const STOCKHOLM = [
  8.78, 24.45, 70.05, 119.54, 160.15, 174.99, 169.26, 130.63, 82.36, 38.77, 12.27, 5.34,
];
const CUBE_MODEL = {
  skyModel: 'hay_davies',
  albedo: 0.2,
  windMS: 2.3,
  systemLoss: 0.14,
  daysPerMonth: 3,
  stepsPerDay: 24,
  anchorScale: 1,
} as const;

benchKernel();
benchBuilds();

/** One latitude row of cells through the kernel, and one cell through the plain formulas. */
function benchKernel(): void {
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
  const fast = median([1, 2, 3, 4, 5].map(() => milliseconds(() => rowCubes(task)))) / cells;
  const plain = median([1, 2, 3].map(() => milliseconds(() => plainCell(ghiKwhM2))));
  console.log('Kernel, one core, optimum and quantisation included (plain: without):');
  console.log(`  ${fast.toFixed(2)} ms a cell, ${perSecond(fast)} plane-steps/s`);
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
    for (const tilt of TILTS_DEG) {
      for (const azimuth of STORED_AZIMUTHS_DEG) planeAccount(place, tilt, azimuth, time);
    }
  }
}

/** Whole builds in processes of their own: start, coverage, rasters, physics, file. */
function benchBuilds(): void {
  console.log('Build, whole process:');
  console.log(
    '  grid      workers   cells     time    cells/s   plane-steps/s   peak memory   file',
  );
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    for (const [stepDeg, workers] of [
      [0.25, 1],
      [0.25, 2],
      [0.125, 2],
      [0.0625, 2],
    ]) {
      const runs = stepDeg === 0.25 ? [1, 2, 3] : [1];
      const results = runs.map(() => build(folder, stepDeg, workers));
      const seconds = median(results.map((run) => run.seconds));
      const { cells, megabytes, bytes } = results[0];
      console.log(
        `  ${`${stepDeg}°`.padEnd(10)}${String(workers).padStart(7)}${String(cells).padStart(8)}${`${seconds.toFixed(1)} s`.padStart(9)}${(cells / seconds).toFixed(0).padStart(11)}${perSecond((1000 * seconds) / cells).padStart(16)}${`${megabytes} MB`.padStart(14)}${`${(bytes / 1e6).toFixed(0)} MB`.padStart(8)}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function build(folder: string, stepDeg: number, workers: number) {
  const recipe = JSON.parse(readFileSync(join(PROJECT, 'fixtures', 'recipe.json'), 'utf8'));
  recipe.grid.step_deg = stepDeg;
  for (const source of recipe.sources) {
    for (const variable of ['ghi', 'diffuse_fraction', 'temperature', 'elevation']) {
      if (source[variable])
        source[variable].files = join(PROJECT, 'fixtures', source[variable].files);
    }
  }
  writeFileSync(join(folder, 'recipe.json'), JSON.stringify(recipe));
  const script = join(PROJECT, 'pipeline', 'build.ts');
  const options = [
    '--force',
    '--recipe',
    join(folder, 'recipe.json'),
    '--out',
    folder,
    '--workers',
    String(workers),
  ];
  const output = execFileSync(process.execPath, ['--import', 'tsx', script, ...options], {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [, cells, bytes] = /(\d+) cells, (\d+) bytes/.exec(output) ?? [];
  const [, seconds, megabytes] = /Done in ([\d.]+) s, peak memory (\d+) MB/.exec(output) ?? [];
  return {
    cells: Number(cells),
    bytes: Number(bytes),
    seconds: Number(seconds),
    megabytes: Number(megabytes),
  };
}

function milliseconds(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function perSecond(msPerCell: number): string {
  return `${((STEPS_PER_CELL * 1000) / msPerCell / 1e6).toFixed(0)} million`;
}
