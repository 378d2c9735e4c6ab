import type { GridHeader, MaskHeader, PvYieldHeader } from '../types.ts';
import { CUBE_SIZE, MONTHS, PLANES } from './axes.ts';
import type { CoverageMask } from './coverage-mask.ts';
import type { Grid } from './grid.ts';
import { bytesPerElement, type ElementType, type SectionPlan } from './section.ts';

/** Arrays of pv-yield.bin, each per cell unless said otherwise (artifact-format.md section 5). */
export interface PvYieldSections {
  /** Per grid place [row][col]: the cell's ordinal, -1 where there is none. */
  cell_index: Int32Array;
  /** Bits of the coverage mask. */
  coverage: Uint8Array;
  /** kWh/kWp per count, [cell][month]. */
  yield_scale: Float64Array;
  /** Counts, [cell][tilt][stored azimuth][month]. */
  yield: Uint16Array;
  /** kWh/m2 per count, [cell]. */
  poa_scale: Float64Array;
  /** Counts, [cell][tilt][stored azimuth]. */
  poa: Uint16Array;
  /** kWh/m2, [cell][month]. */
  ghi: Float32Array;
  /** 0..1, [cell][month]. */
  diffuse_fraction: Float32Array;
  /** °C, [cell][month]; NaN where unknown. */
  temperature: Float32Array;
  /** m, [cell]; NaN where unknown. */
  elevation: Float32Array;
  /** Index into the header's radiation_dbs, [cell]. */
  radiation_db: Uint8Array;
  /** 1 where ERA5 was scaled, [cell]. */
  era5_corrected: Uint8Array;
  /** Degrees, [cell]; its azimuth is 180. */
  optimum_tilt: Uint8Array;
  /** kWh/kWp per year, [cell]; not below any yield of the cell's cube. */
  optimum_yield: Float64Array;
  /** Spread of the year's GHI between years, % of the mean, [cell]; only with the header's interannual. */
  ghi_annual_sd_pct?: Float32Array;
  /** `ghi_annual_sd_pct` of the months, [cell][month]. */
  ghi_monthly_sd_pct?: Float32Array;
}
export type SectionName = keyof PvYieldSections;

/** Element type of every section, its elements per cell where it is laid out by cell, and what of the header it goes with. */
const SECTIONS: Record<SectionName, { type: ElementType; perCell?: number; with?: 'interannual' }> =
  {
    cell_index: { type: 'int32' },
    coverage: { type: 'uint8' },
    yield_scale: { type: 'float64', perCell: MONTHS },
    yield: { type: 'uint16', perCell: CUBE_SIZE },
    poa_scale: { type: 'float64', perCell: 1 },
    poa: { type: 'uint16', perCell: PLANES },
    ghi: { type: 'float32', perCell: MONTHS },
    diffuse_fraction: { type: 'float32', perCell: MONTHS },
    temperature: { type: 'float32', perCell: MONTHS },
    elevation: { type: 'float32', perCell: 1 },
    radiation_db: { type: 'uint8', perCell: 1 },
    era5_corrected: { type: 'uint8', perCell: 1 },
    optimum_tilt: { type: 'uint8', perCell: 1 },
    optimum_yield: { type: 'float64', perCell: 1 },
    ghi_annual_sd_pct: { type: 'float32', perCell: 1, with: 'interannual' },
    ghi_monthly_sd_pct: { type: 'float32', perCell: MONTHS, with: 'interannual' },
  };

/** Fields of a header that tell of the whole dataset's making, and are in no answer about a place. */
export const PROVENANCE = [
  'accuracy',
  'era5_correction',
  'accepted_ranges',
  'accepted_pixels',
] as const;

/** The part of a header that answers need. */
export type AnswerHeader = Omit<PvYieldHeader, (typeof PROVENANCE)[number]>;

/** Cells that lookups are answered from: a dataset's, or those of a window of its grid. */
export interface PvYieldCells extends Omit<PvYieldSections, 'coverage'> {
  header: AnswerHeader;
  grid: Grid;
}

/** A loaded yield dataset: views on the file's memory. */
export interface PvYieldArtifact extends PvYieldCells {
  header: PvYieldHeader;
  coverage: Uint8Array;
  mask: CoverageMask;
}

/** The sections of a dataset of this header, in file order. */
export function pvYieldSections(header: AnswerHeader): (SectionPlan & { name: SectionName })[] {
  const names = Object.keys(SECTIONS) as SectionName[];
  const present = names.filter((name) => {
    const block = SECTIONS[name].with;
    return block === undefined || header[block] !== undefined;
  });
  return present.map((name) => {
    const { type } = SECTIONS[name];
    return { name, type, byteLength: sectionLength(name, header) * bytesPerElement(type) };
  });
}

/** The grid as the header writes it. */
export function gridHeader(grid: Grid): GridHeader {
  const { stepDeg, firstRow, firstCol, rows, cols } = grid;
  return { step_deg: stepDeg, first_row: firstRow, first_col: firstCol, rows, cols };
}

/** The mask's frame as the header writes it. */
export function maskHeader(mask: CoverageMask): MaskHeader {
  const { west, south, lngStepDeg, latStepDeg, cols, rows } = mask;
  return { west, south, lng_step_deg: lngStepDeg, lat_step_deg: latStepDeg, cols, rows };
}

/** The grid that a header describes. */
export function gridOf(header: GridHeader): Grid {
  const { step_deg: stepDeg, first_row: firstRow, first_col: firstCol, rows, cols } = header;
  return { stepDeg, firstRow, firstCol, rows, cols };
}

/** The frame of the mask that a header describes. */
export function maskOf(header: MaskHeader): Omit<CoverageMask, 'bits'> {
  const { west, south, lng_step_deg: lngStepDeg, lat_step_deg: latStepDeg, cols, rows } = header;
  return { west, south, lngStepDeg, latStepDeg, cols, rows };
}

export type CellSectionName = Exclude<SectionName, 'cell_index' | 'coverage'>;

/** A section that is laid out by cell, and its elements of each. */
export interface CellSection {
  name: CellSectionName;
  type: ElementType;
  perCell: number;
}

/** The sections of a dataset of this header that are laid out by cell, in file order. */
export function cellSections(header: AnswerHeader): CellSection[] {
  return pvYieldSections(header).flatMap(({ name, type }) => {
    const { perCell } = SECTIONS[name];
    const isByCell = perCell !== undefined && name !== 'cell_index' && name !== 'coverage';
    return isByCell ? [{ name, type, perCell }] : [];
  });
}

function sectionLength(name: SectionName, header: AnswerHeader): number {
  const { perCell } = SECTIONS[name];
  if (perCell) return perCell * header.cells;
  if (name === 'cell_index') return header.grid.rows * header.grid.cols;
  return Math.ceil((header.coverage_mask.rows * header.coverage_mask.cols) / 8);
}
