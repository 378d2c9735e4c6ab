/**
 * Measures the build on this machine: the kernel against the plain reference in one run, whole
 * builds with one and two workers, finer grids and a continent. `--fine FOLDER` keeps the 0.05°
 * dataset of Sweden there.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from 'd3-array';
import type { Recipe } from '../../schemas/types.ts';
import { PROJECT } from '../files/file-record.ts';
import { benchKernel, planeStepsPerSecond } from './bench-kernel.ts';
import { wholeBox, writeEurope, writeRecipe } from './europe.ts';
import { type BuildFigures, runBuild } from './run-build.ts';

/** Cells of a 0.05° grid over the disc that SARAH-3 sees, 65° around 0 N 0 E. */
const SARAH3_DISC_CELLS = Math.round((Math.PI / 4) * (130 / 0.05) ** 2);
const HOUR_S = 3600;

const { values: options } = parseArgs({ options: { fine: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  benchKernel();
  benchBuilds(folder, options.fine ?? folder);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * Whole builds in processes of their own (start, coverage, rasters, physics, files), coarse to fine,
 * and what they say of a continent. The 0.05° dataset of Sweden stays in `fineFolder`.
 */
function benchBuilds(folder: string, fineFolder: string): void {
  console.log('Build, whole process:');
  console.log(
    '  grid                 workers   cells     time    cells/s   plane-steps/s   peak memory     file',
  );
  const sweden = (stepDeg: number) => writeRecipe(folder, swedenRecipe(stepDeg));
  for (const workers of [1, 2]) {
    const runs = [1, 2, 3].map(() => build(sweden(0.25), folder, workers));
    const seconds = median(runs, (run) => run.seconds) ?? Number.NaN;
    print('Sweden 0.25°', workers, { ...runs[0], seconds });
  }
  print('Sweden 0.125°', 2, build(sweden(0.125), folder, 2));
  print('Sweden 0.0625°', 2, build(sweden(0.0625), folder, 2));
  const fine = build(sweden(0.05), fineFolder, 2);
  print('Sweden 0.05°', 2, fine);
  print('Europe 0.25°', 2, build(writeEurope(join(folder, 'europe'), wholeBox(0.25)), folder, 2));
  const seconds = (SARAH3_DISC_CELLS * fine.seconds) / fine.cells;
  const gigabytes = (SARAH3_DISC_CELLS * fine.bytes) / fine.cells / 1e9;
  console.log(
    `  SARAH-3 disc at 0.05°, extrapolated: ${(SARAH3_DISC_CELLS / 1e6).toFixed(1)} million cells, ${(seconds / HOUR_S).toFixed(1)} h on this machine, ${gigabytes.toFixed(0)} GB; ${Math.ceil(seconds / HOUR_S)} such machines (shards) for one hour\n`,
  );
}

function print(
  name: string,
  workers: number,
  { cells, bytes, seconds, megabytes }: BuildFigures,
): void {
  const columns = [
    name.padEnd(20),
    String(workers).padStart(8),
    String(cells).padStart(8),
    `${seconds.toFixed(1)} s`.padStart(9),
    (cells / seconds).toFixed(0).padStart(11),
    planeStepsPerSecond((1000 * seconds) / cells).padStart(16),
    `${megabytes} MB`.padStart(14),
    `${(bytes / 1e6).toFixed(0)} MB`.padStart(9),
  ];
  console.log(`  ${columns.join('')}`);
}

/** The default recipe's yields at another step, its files by absolute path. */
function swedenRecipe(stepDeg: number): Recipe {
  const recipe: Recipe = JSON.parse(readFileSync(join(PROJECT, 'fixtures', 'recipe.json'), 'utf8'));
  for (const source of recipe.sources) {
    for (const raster of [
      source.ghi,
      source.diffuse_fraction,
      source.temperature,
      source.elevation,
    ]) {
      if (raster) raster.files = join(PROJECT, 'fixtures', raster.files);
    }
  }
  const { places } = recipe.interannual ?? {};
  if (places) recipe.interannual = { places: join(PROJECT, 'fixtures', places) };
  const { prices: _, ...yieldOnly } = recipe;
  return { ...yieldOnly, grid: { step_deg: stepDeg } };
}

function build(recipe: string, out: string, workers: number): BuildFigures {
  return runBuild(recipe, out, ['--force', '--workers', String(workers)]);
}
