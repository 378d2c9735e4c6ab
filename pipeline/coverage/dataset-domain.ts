import {
  bitAt,
  COUNTRY,
  type CoverageMask,
  emptyMask,
  setBit,
  WHERE_DATA,
} from '../../schemas/codec/coverage-mask.ts';
import type { BoundingBox, Grid } from '../../schemas/codec/grid.ts';
import type { Recipe } from '../../schemas/types.ts';
import { gridForCoverage } from './needed-cells.ts';
import { swedenCoverage } from './sweden.ts';
import { trimmedMask } from './trimmed-mask.ts';

/** The domain of a dataset: where it answers, and the cells that takes. */
export interface Domain {
  /** Name of the area, in English. */
  coverage: string;
  /** Whether the rasters' data bound it: the whole bbox, whose mask `dataCoverage` narrows. */
  isWhereData: boolean;
  mask: CoverageMask;
  grid: Grid;
  /** 1 where a cell is needed, by grid index. */
  needed: Uint8Array;
}

/**
 * Coverage, grid and needed cells of a recipe: Sweden, or what of it lies in the recipe's bbox. Or the whole bbox,
 * until it is known where the rasters have data.
 * @throws Error naming the field that is wrong
 */
export function datasetDomain({ grid }: Pick<Recipe, 'grid'>): Domain {
  const bbox = grid.bbox && checkedBox(grid.bbox);
  if (grid.coverage === 'data') {
    if (!bbox) throw new Error('grid.coverage "data" needs grid.bbox: west, south, east, north.');
    return boxDomain(bbox, grid.step_deg);
  }
  const sweden = swedenCoverage();
  const mask = bbox ? within(sweden, bbox) : sweden;
  return { coverage: COUNTRY, isWhereData: false, mask, ...gridForCoverage(mask, grid.step_deg) };
}

function checkedBox(bbox: readonly number[]): BoundingBox {
  const [west, south, east, north] = bbox;
  if (west < east && south < north) return { west, south, east, north };
  throw new Error(`grid.bbox is ${bbox.join(', ')}, expected west < east and south < north.`);
}

/** Every cell centre in a box, and a mask of one bit per square between four centres. */
function boxDomain({ west, south, east, north }: BoundingBox, stepDeg: number): Domain {
  const firstRow = Math.ceil(south / stepDeg - 1e-6);
  const firstCol = Math.ceil(west / stepDeg - 1e-6);
  const rows = Math.floor(north / stepDeg + 1e-6) - firstRow + 1;
  const cols = Math.floor(east / stepDeg + 1e-6) - firstCol + 1;
  if (rows < 2 || cols < 2) {
    const sides = [west, south, east, north].join(', ');
    const held = `${Math.max(0, rows)} rows and ${Math.max(0, cols)} columns of cells`;
    throw new Error(
      `grid.bbox ${sides} (west, south, east, north) holds ${held}, expected two and more of both. Make it larger, or grid.step_deg less.`,
    );
  }
  const grid = { stepDeg, firstRow, firstCol, rows, cols };
  const frame = { west: firstCol * stepDeg, south: firstRow * stepDeg };
  const squares = { lngStepDeg: stepDeg, latStepDeg: stepDeg, cols: cols - 1, rows: rows - 1 };
  return {
    coverage: WHERE_DATA,
    isWhereData: true,
    mask: emptyMask({ ...frame, ...squares }),
    grid,
    needed: new Uint8Array(rows * cols).fill(1),
  };
}

/** Covers the squares that have a cell at some corner. */
export function dataCoverage(
  { mask, grid }: Domain,
  hasCell: (gridIndex: number) => boolean,
): void {
  for (let row = 0; row < mask.rows; row++) {
    for (let col = 0; col < mask.cols; col++) {
      const at = row * grid.cols + col;
      const corners = [at, at + 1, at + grid.cols, at + grid.cols + 1];
      if (corners.some(hasCell)) setBit(mask, row, col);
    }
  }
}

/** The pixels whose centres lie in a box. */
function within(mask: CoverageMask, box: BoundingBox): CoverageMask {
  const { west, south, east, north } = box;
  const { bits: _, ...frame } = mask;
  const cut = emptyMask(frame);
  for (let row = 0; row < mask.rows; row++) {
    const lat = mask.south + (row + 0.5) * mask.latStepDeg;
    if (lat < south || lat > north) continue;
    for (let col = 0; col < mask.cols; col++) {
      const lng = mask.west + (col + 0.5) * mask.lngStepDeg;
      if (lng >= west && lng <= east && bitAt(mask, row, col)) setBit(cut, row, col);
    }
  }
  if (cut.bits.every((byte) => byte === 0)) {
    const sides = [west, south, east, north].join(', ');
    throw new Error(`grid.bbox ${sides} (west, south, east, north) holds no place in ${COUNTRY}.`);
  }
  return trimmedMask(cut);
}
