/** The pipeline's kernel and the default build, against the plain formulas and against another checkout. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bench } from 'tinybench';
import { latitudeSun } from '#solar/latitude-sun.ts';
import { lossBreakdown, monthSteps } from '#solar/loss-breakdown.ts';
import { diffuseFractions, STANDARD_MODEL } from '#solar/monthly-planes.ts';
import { STOCKHOLM_GHI_KWH_M2 as STOCKHOLM } from '#solar/stockholm.ts';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';
import { STORED_AZIMUTHS_DEG, TILTS_DEG } from '../../../schemas/codec/axes.ts';
import { inTurn, printRow } from './pairs.ts';

const CELLS = 60;
const LAT_DEG = 59.25;
const BUILDS = 3;
const TICKS_PER_S = 100;

type RowCubes = typeof import('../../../pipeline/dataset/cube/yield-cube.ts').rowCubes;

/** One latitude row of cells through the kernel of each checkout, and one cell through the plain formulas. */
export async function benchKernel(checkouts: string[]): Promise<void> {
  const random = seededRandom(1);
  const ghiKwhM2 = Float64Array.from(
    { length: CELLS * 12 },
    (_, i) => STOCKHOLM[i % 12] * (0.95 + 0.1 * random()),
  );
  const unknown = new Float64Array(CELLS * 12).fill(Number.NaN);
  const model = { ...STANDARD_MODEL, skyModel: 'hay_davies', anchorScale: 1 } as const;
  const climate = { ghiKwhM2, diffuseFraction: unknown, temperatureC: unknown };
  const task = { latDeg: LAT_DEG, cells: CELLS, ...climate, model };
  const bench = new Bench({ time: 2000 });
  for (const checkout of checkouts) {
    // Before 0.6 the file lay one folder higher.
    const files = ['cube/yield-cube.ts', 'yield-cube.ts'];
    const [file] = files.map((name) => join(checkout, 'pipeline/dataset', name)).filter(existsSync);
    const { rowCubes }: { rowCubes: RowCubes } = await import(file);
    bench.add(checkout, () => void rowCubes(task));
  }
  bench.add('plain', () => plainCell(ghiKwhM2));
  await bench.run();
  const medians = bench.tasks.map(({ result }) => {
    if (!('latency' in result)) throw new Error('A kernel was not measured.');
    return result.latency.p50;
  });
  const plain = medians.pop() ?? Number.NaN;
  const [own, base] = medians.map((ms) => ms / CELLS);
  console.log('Kernel, a cell with its optimum and quantisation (plain formulas: without):');
  printRow('kernel', own, {
    'the plain formulas': own / plain,
    ...(base === undefined ? {} : { BASE: own / base }),
  });
}

function plainCell(ghiKwhM2: Float64Array): void {
  const { daysPerMonth, stepsPerDay } = STANDARD_MODEL;
  const sun = latitudeSun(LAT_DEG, daysPerMonth, stepsPerDay);
  const unknown = Array(12).fill(Number.NaN);
  const kd = diffuseFractions(sun, { ghiKwhM2, diffuseFraction: unknown, temperatureC: unknown });
  for (let month = 0; month < 12; month++) {
    const place = {
      latDeg: LAT_DEG,
      month,
      ghiKwhM2: ghiKwhM2[month],
      diffuseFraction: kd[month],
      temperatureC: Number.NaN,
      model: STANDARD_MODEL,
    };
    const steps = monthSteps(place, STANDARD_MODEL);
    for (const tilt of TILTS_DEG) {
      for (const azimuth of STORED_AZIMUTHS_DEG) lossBreakdown(steps, tilt, azimuth);
    }
  }
}

/** Prints the processor time of the default build, in a process of its own with two workers. */
export async function benchBuild(checkouts: string[]): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), 'bench-'));
  const buildOnce = (checkout: string) => async () => {
    const before = childrenMs();
    const words = [
      '--import',
      'tsx',
      'pipeline/build.ts',
      '--out',
      out,
      '--force',
      '--workers',
      '2',
    ];
    execFileSync(process.execPath, words, { cwd: checkout, stdio: 'pipe' });
    return childrenMs() - before;
  };
  try {
    const [own, base] = await inTurn(checkouts.map(buildOnce), BUILDS);
    console.log('Default build, processor time:');
    printRow('make artifacts', own, base === undefined ? {} : { BASE: own / base });
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** Processor time of all processes that this one has started and seen end, by Linux. */
function childrenMs(): number {
  // After the name in parentheses, which may have spaces, come fields 3 and up. 16 and 17 are the children's.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (1000 * (Number(fields[16 - 3]) + Number(fields[17 - 3]))) / TICKS_PER_S;
}
