import { setImmediate } from 'node:timers/promises';
import { validator } from '../checks/validate.ts';
import type { PvYieldHeader } from '../types.ts';
import type { DecodedArtifact } from './artifact.ts';
import { CUBE_SIZE, MONTHS } from './axes.ts';
import { type CellArrays, decodeRecords, recordLayout } from './cell-records.ts';
import { checkedHeader, checkRange, damaged, type Range } from './check-artifact.ts';
import type { Unpack } from './deflated.ts';
import { bytesOf, decodeIndex, type PvYieldArtifact } from './pv-yield-artifact.ts';

const checkHeader = validator('data/pv-yield-header.schema.json');

/** Fields of which a value means something by itself. */
type ColumnName = Exclude<keyof CellArrays, 'yield' | 'poa'>;

/** Bounds of values anywhere on Earth (artifact-format.md section 5). */
const RANGES: Partial<Record<ColumnName, Range>> = {
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
};

/** Cells that are checked before the event loop turns, so that lookups go on meanwhile. */
const CELLS_AT_ONCE = 512;
/** The year's yield may be added up in another order. */
const ROUNDING = 1e-9;

/**
 * The yield dataset in an artifact, every value checked.
 * @param unpack inflates the coverage mask
 * @throws Error naming the file and the field or section that is not as it must be
 */
export async function decodePvYield(
  { header: json, sections }: DecodedArtifact,
  name: string,
  unpack: Unpack,
): Promise<PvYieldArtifact> {
  const header = pvYieldHeader(json, name);
  if (header.shard) {
    const { index, count } = header.shard;
    throw new Error(
      `${name}: is part ${index + 1} of ${count} of a dataset. Merge the parts first.`,
    );
  }
  const { recordDigests: _, ...index } = decodeIndex(header, sections, name, unpack);
  const layout = recordLayout(header);
  const records = bytesOf(sections, 'records', name, layout.bytes * header.cells);
  const artifact = { ...index, ...decodeRecords(layout, records) };
  await checkValues(artifact, name);
  return artifact;
}

/** A header as its type. Throws naming the file and field that is wrong. */
export function pvYieldHeader(json: unknown, name: string): PvYieldHeader {
  return checkedHeader(checkHeader, json, name);
}

/** Whether the values of a dataset can be meant. The digests say only that they are as written. */
async function checkValues(artifact: PvYieldArtifact, name: string): Promise<void> {
  for (const [field, range] of Object.entries(RANGES)) {
    await setImmediate();
    const data = artifact[field as ColumnName];
    if (data) checkRange(data, range, `field "${field}"`, name);
  }
  const databases = { min: 0, max: artifact.header.radiation_dbs.length - 1 };
  checkRange(artifact.radiation_db, databases, 'field "radiation_db"', name);
  await checkOptima(artifact, name);
}

/** An orientation factor is at most 1 only while no plane of a cell yields more than its optimum. */
async function checkOptima(artifact: PvYieldArtifact, name: string): Promise<void> {
  const { optimum_yield, header } = artifact;
  for (let cell = 0; cell < header.cells; cell++) {
    if (cell % CELLS_AT_ONCE === 0) await setImmediate();
    const greatest = greatestYield(artifact, cell);
    if (greatest <= optimum_yield[cell] * (1 + ROUNDING)) continue;
    const found = `field "optimum_yield" holds ${optimum_yield[cell]} at [${cell}]`;
    throw damaged(name, `${found}, expected at least ${greatest}, the greatest yield of the cell`);
  }
}

/** The year's greatest yield of a cell over the stored planes, kWh/kWp. Its months written out, since going round them takes twice as long. */
function greatestYield({ yield: counts, yield_scale }: PvYieldArtifact, cell: number): number {
  const s = yield_scale.subarray(cell * MONTHS, (cell + 1) * MONTHS);
  const first = counts.first + cell * counts.stride;
  const c = counts.values.subarray(first, first + CUBE_SIZE);
  let greatest = 0;
  for (let i = 0; i < CUBE_SIZE; i += MONTHS) {
    const some =
      s[0] * c[i] + s[1] * c[i + 1] + s[2] * c[i + 2] + s[3] * c[i + 3] + s[4] * c[i + 4];
    const most = some + s[5] * c[i + 5] + s[6] * c[i + 6] + s[7] * c[i + 7] + s[8] * c[i + 8];
    const sum = most + s[9] * c[i + 9] + s[10] * c[i + 10] + s[11] * c[i + 11];
    if (sum > greatest) greatest = sum;
  }
  return greatest;
}
