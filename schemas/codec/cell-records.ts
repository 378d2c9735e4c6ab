/** Records of pv-yield.bin: all values of a cell, one after the other (artifact-format.md section 5). */
import type { PvYieldHeader } from '../types.ts';
import { CUBE_SIZE, MONTHS, PLANES } from './axes.ts';
import { ELEMENT_TYPES, type ElementType, type SectionData } from './section.ts';

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

/** A field of a record. */
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

/** The layout of the records of a dataset of this header. */
export function recordLayout(header: Pick<PvYieldHeader, 'interannual'>): RecordLayout {
  const names = Object.keys(FIELDS) as CellFieldName[];
  const fields: RecordField[] = [];
  let end = 0;
  for (const name of names) {
    const { type, perCell, with: block } = FIELDS[name];
    if (block && header[block] === undefined) continue;
    fields.push({ name, type, perCell, offset: end });
    end += perCell * ELEMENT_TYPES[type].array.BYTES_PER_ELEMENT;
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
  const place = <Values extends SectionData>(array: ArrayType<Values>, name: CellFieldName) => {
    const { perCell = 0, offset = 0 } = fields.find((field) => field.name === name) ?? {};
    const size = array.BYTES_PER_ELEMENT;
    const values = new array(records.buffer, records.byteOffset, records.length / size);
    return { counts: { values, first: offset / size, stride: bytes / size }, perCell };
  };
  const column = <Values extends SectionData>(array: ArrayType<Values>, name: CellFieldName) => {
    const { counts, perCell } = place(array, name);
    const values = new array((records.length / bytes) * perCell);
    copyColumn(counts, perCell, values);
    return values;
  };
  const hasSpread = fields.some(({ name }) => name === 'ghi_annual_sd_pct');
  return {
    yield_scale: column(Float64Array, 'yield_scale'),
    poa_scale: column(Float64Array, 'poa_scale'),
    optimum_yield: column(Float64Array, 'optimum_yield'),
    ghi: column(Float32Array, 'ghi'),
    temperature: column(Float32Array, 'temperature'),
    diffuse_fraction: column(Float32Array, 'diffuse_fraction'),
    elevation: column(Float32Array, 'elevation'),
    ...(hasSpread && {
      ghi_annual_sd_pct: column(Float32Array, 'ghi_annual_sd_pct'),
      ghi_monthly_sd_pct: column(Float32Array, 'ghi_monthly_sd_pct'),
    }),
    poa: place(Uint16Array, 'poa').counts,
    yield: place(Uint16Array, 'yield').counts,
    radiation_db: column(Uint8Array, 'radiation_db'),
    era5_corrected: column(Uint8Array, 'era5_corrected'),
    optimum_tilt: column(Uint8Array, 'optimum_tilt'),
  };
}

/** A class of typed arrays. */
interface ArrayType<Values extends SectionData> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): Values;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): Values;
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

/** Values that yields are decoded from. */
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
