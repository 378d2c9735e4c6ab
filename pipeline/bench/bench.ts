/**
 * Measures the build on this machine: the kernel against the plain reference in one run, whole
 * builds with one and two workers, finer grids and a continent. `--fine FOLDER` keeps the 0.05°
 * dataset of Sweden there.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchBuilds } from './bench-builds.ts';
import { benchKernel } from './bench-kernel.ts';

const { values: options } = parseArgs({ options: { fine: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  benchKernel();
  benchBuilds(folder, options.fine ?? folder);
} finally {
  rmSync(folder, { recursive: true });
}
