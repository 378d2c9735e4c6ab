/** Records of pv-yield.bin: all values of a cell, one after the other (artifact-format.md section 5). */
import type { PvYieldHeader } from '../types.ts';
import { CUBE_SIZE, MONTHS, PLANES } from './axes.ts';
import {
  bytesPerElement,
  ELEMENT_TYPES,
  type ElementType,
  type SectionData,
  sectionView,
} from './section.ts';

/** Values of cells as arrays, [cell]... */
export interface CellArrays {
  /** kWh/kWp per count, [cell][month]. */
  yield_scale: Float64Array;
  /** kWh/m2 per count, [cell]. */
  poa_scale: Float64Array;
  /** kWh/kWp per year, [cell]. Not below any yield of the cell's cube. */
  optimum_yield: Float64Array;
  /** kWh/m2, [cell][month]. */
  ghi: Float32Array;
  /** °C, [cell][month]. NaN where unknown. */
  temperature: Float32Array;
  /** 0..1, [cell][month]. */
  diffuse_fraction: Float32Array;
  /** m, [cell]. NaN where unknown. */
  elevation: Float32Array;
  /** Spread of the year's GHI between years, % of the mean, [cell]. Only with the header's interannual. */
  ghi_annual_sd_pct?: Float32Array;
  /** `ghi_annual_sd_pct` of the months, [cell][month]. */
  ghi_monthly_sd_pct?: Float32Array;
  /** Counts, [cell][tilt][stored azimuth]. */
  poa: Uint16Array;
  /** Counts, [cell][tilt][stored azimuth][month]. */
  yield: Uint16Array;
  /** Index into the header's radiation_dbs, [cell]. */
  radiation_db: Uint8Array;
  /** 1 where ERA5 was scaled, [cell]. */
  era5_corrected: Uint8Array;
  /** Degrees, [cell]. Its azimuth is 180. */
  optimum_tilt: Uint8Array;
}
export type CellFieldName = keyof CellArrays;

/** Counts of cells in one array: those of a cell begin at `first + cell * stride`. */
export interface CellCounts {
  values: Uint16Array;
  first: number;
  stride: number;
}

/** Values of cells as readers have them: yields and in-plane irradiation where they lie in the records. */
export interface CellValues extends Omit<CellArrays, 'yield' | 'poa'> {
  yield: CellCounts;
  poa: CellCounts;
}

interface RecordField {
  name: CellFieldName;
  type: ElementType;
  /** Elements of a cell. */
  perCell: number;
  /** Bytes before it in the record. */
  offset: number;
}

/** The fields of a record, and its length in bytes, a multiple of 8. */
export interface RecordLayout {
  fields: RecordField[];
  bytes: number;
}

/** Types in an order in which each field lies on a multiple of its own size. */
const FIELDS: Record<CellFieldName, { type: ElementType; perCell: number; with?: 'interannual' }> =
  {
    yield_scale: { type: 'float64', perCell: MONTHS },
    poa_scale: { type: 'float64', perCell: 1 },
    optimum_yield: { type: 'float64', perCell: 1 },
    ghi: { type: 'float32', perCell: MONTHS },
    temperature: { type: 'float32', perCell: MONTHS },
    diffuse_fraction: { type: 'float32', perCell: MONTHS },
    elevation: { type: 'float32', perCell: 1 },
    ghi_annual_sd_pct: { type: 'float32', perCell: 1, with: 'interannual' },
    ghi_monthly_sd_pct: { type: 'float32', perCell: MONTHS, with: 'interannual' },
    poa: { type: 'uint16', perCell: PLANES },
    yield: { type: 'uint16', perCell: CUBE_SIZE },
    radiation_db: { type: 'uint8', perCell: 1 },
    era5_corrected: { type: 'uint8', perCell: 1 },
    optimum_tilt: { type: 'uint8', perCell: 1 },
  };

/** Records begin on multiples of 8 bytes, so that each field is an array where it lies. */
const ALIGNMENT = 8;

export function recordLayout(header: Pick<PvYieldHeader, 'interannual'>): RecordLayout {
  const names = Object.keys(FIELDS) as CellFieldName[];
  const fields: RecordField[] = [];
  let end = 0;
  for (const name of names) {
    const { type, perCell, with: block } = FIELDS[name];
    if (block && header[block] === undefined) continue;
    fields.push({ name, type, perCell, offset: end });
    end += perCell * bytesPerElement(type);
  }
  return { fields, bytes: Math.ceil(end / ALIGNMENT) * ALIGNMENT };
}

/** Writes cells as records. @throws Error naming a field whose array does not have all cells */
export function encodeRecords(
  { fields, bytes }: RecordLayout,
  cells: CellArrays,
  count: number,
): Uint8Array<ArrayBuffer> {
  const records = new Uint8Array(count * bytes);
  for (const { name, perCell, offset } of fields) {
    const data = cells[name];
    if (data?.length !== count * perCell) {
      throw new Error(
        `Field "${name}" has ${data?.length ?? 0} values, expected ${count * perCell}.`,
      );
    }
    const from = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const size = data.byteLength / count;
    for (let cell = 0; cell < count; cell++) {
      records.set(from.subarray(cell * size, (cell + 1) * size), cell * bytes + offset);
    }
  }
  return records;
}

/**
 * The values in some records. Counts stay where they lie. What is small is copied into arrays of its own, since most
 * readers go through one field of all cells.
 */
export function decodeRecords(
  { fields, bytes }: RecordLayout,
  records: Uint8Array<ArrayBuffer>,
): CellValues {
  const { buffer, byteOffset: offset, byteLength } = records;
  const values = fields.map(({ name, type, perCell, offset: inRecord }) => {
    const all = sectionView(buffer, { type, offset, byteLength });
    const size = all.BYTES_PER_ELEMENT;
    const counts = { values: all, first: inRecord / size, stride: bytes / size };
    if (name === 'yield' || name === 'poa') return [name, counts];
    const column = new ELEMENT_TYPES[type].array((byteLength / bytes) * perCell);
    copyColumn(counts, perCell, column);
    return [name, column];
  });
  // FIELDS gives each name the type that CellArrays has.
  return Object.fromEntries(values) as CellValues;
}

/** Copies one field of all records into an array of its own. */
function copyColumn(
  { values: all, first, stride }: { values: SectionData; first: number; stride: number },
  perCell: number,
  values: SectionData,
): void {
  for (let at = first, to = 0; to < values.length; at += stride) {
    for (let i = 0; i < perCell; i++) values[to++] = all[at + i];
  }
}

/** Counts that lie cell by cell with nothing between them. */
export function denseCounts(values: Uint16Array, perCell: number): CellCounts {
  return { values, first: 0, stride: perCell };
}

type YieldCounts = Pick<CellValues, 'yield' | 'yield_scale'>;

/** Yield of a plane of a cell in a month, kWh/kWp. `plane` as `planeIndex` gives it. */
export function monthlyYield(
  { yield: counts, yield_scale }: YieldCounts,
  cell: number,
  plane: number,
  month: number,
): number {
  const at = counts.first + cell * counts.stride + plane * MONTHS + month;
  return counts.values[at] * yield_scale[cell * MONTHS + month];
}

/** Yield of a plane of a cell in the year, kWh/kWp. */
export function annualYield(from: YieldCounts, cell: number, plane: number): number {
  let annual = 0;
  for (let month = 0; month < MONTHS; month++) annual += monthlyYield(from, cell, plane, month);
  return annual;
}
