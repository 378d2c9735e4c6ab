import { setImmediate } from 'node:timers/promises';
import { CUBE_SIZE, MONTHS, PLANES } from './axes.ts';
import { checkCells, checkMask, checkRange, type Range } from './check-artifact.ts';
import type { PvYieldArtifact, SectionName } from './pv-yield-artifact.ts';

/** Bounds of values anywhere on Earth (artifact-format.md section 5). */
const RANGES: Partial<Record<SectionName, Range>> = {
  yield_scale: { min: 0, max: 0.01 },
  poa_scale: { min: 0, max: 0.1 },
  ghi: { min: 0, max: 450 },
  diffuse_fraction: { min: 0, max: 1 },
  temperature: { min: -90, max: 60, unknown: Number.NaN },
  elevation: { min: -500, max: 9000, unknown: Number.NaN },
  era5_corrected: { min: 0, max: 1 },
  optimum_tilt: { min: 0, max: 90 },
  optimum_yield: { min: 0, max: 10_000 },
  ghi_annual_sd_pct: { min: 0.3, max: 30 },
  ghi_monthly_sd_pct: { min: 0, max: 200 },
  ghi_annual_skewness: { min: -0.95, max: 0.95 },
  ghi_annual_trend_pct: { min: -50, max: 50 },
};

/** Cells that are gone through before the event loop turns, so that lookups go on meanwhile. */
const CELLS_AT_ONCE = 512;
/** The year's yield may be added up in another order. */
const ROUNDING = 1e-9;

/**
 * Whether the values of a dataset can be meant. The digests say only that they are as written.
 * @throws Error naming file, section and place
 */
export async function checkPvYield(artifact: PvYieldArtifact, name: string): Promise<void> {
  checkCells(artifact, artifact.header.cells, name);
  checkMask(artifact.header.coverage_mask, name);
  for (const [section, range] of Object.entries(RANGES)) {
    await setImmediate();
    const data = artifact[section as SectionName];
    if (data) checkRange(data, range, section, name);
  }
  const databases = { min: 0, max: artifact.header.radiation_dbs.length - 1 };
  checkRange(artifact.radiation_db, databases, 'radiation_db', name);
  await checkOptima(artifact, name);
}

/** An orientation factor is at most 1 only while no plane of a cell yields more than its optimum. */
async function checkOptima(artifact: PvYieldArtifact, name: string): Promise<void> {
  const { optimum_yield, header } = artifact;
  for (let cell = 0; cell < header.cells; cell++) {
    if (cell % CELLS_AT_ONCE === 0) await setImmediate();
    const greatest = greatestYield(artifact, cell);
    if (greatest <= optimum_yield[cell] * (1 + ROUNDING)) continue;
    throw new Error(
      `${name}: section "optimum_yield" holds ${optimum_yield[cell]} at [${cell}], expected at least ${greatest}, the greatest yield of the cell. Run "make artifacts".`,
    );
  }
}

/** The year's greatest yield of a cell over the stored planes, kWh/kWp. */
function greatestYield({ yield: counts, yield_scale }: PvYieldArtifact, cell: number): number {
  const scales = yield_scale.subarray(cell * MONTHS, (cell + 1) * MONTHS);
  let at = cell * CUBE_SIZE;
  let greatest = 0;
  for (let plane = 0; plane < PLANES; plane++) {
    let sum = 0;
    for (let month = 0; month < MONTHS; month++) sum += scales[month] * counts[at++];
    if (sum > greatest) greatest = sum;
  }
  return greatest;
}
