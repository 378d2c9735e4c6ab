import { MONTHS } from '../../schemas/axes.ts';
import type { PvYieldArtifact } from '../../schemas/pv-yield-artifact.ts';
import { annualGhi } from '../dataset-figures.ts';
import { geotiffBytes, type RasterFrame } from '../rasters/write-geotiff.ts';

/**
 * The dataset's maps as GeoTIFFs by file name: yearly and monthly GHI in kWh/m2, yearly yield at
 * the optimum in kWh/kWp. EPSG:4326, north-up, one pixel a cell, -9999 where there is none.
 */
export function exportedRasters(artifact: PvYieldArtifact): Map<string, Uint8Array> {
  const tiff = (valueOfCell: (cell: number) => number) =>
    geotiffBytes(frameOf(artifact), northUp(artifact, valueOfCell));
  const { ghi, optimum_yield } = artifact;
  const annual = annualGhi(artifact);
  const rasters = new Map([['ghi_annual.tif', tiff((cell) => annual[cell])]]);
  for (let month = 0; month < MONTHS; month++) {
    const name = `ghi_${String(month + 1).padStart(2, '0')}.tif`;
    rasters.set(
      name,
      tiff((cell) => ghi[cell * MONTHS + month]),
    );
  }
  return rasters.set(
    'optimum_yield.tif',
    tiff((cell) => optimum_yield[cell]),
  );
}

function frameOf({ grid }: PvYieldArtifact): RasterFrame {
  const { stepDeg, firstRow, firstCol, rows, cols } = grid;
  return {
    westCentre: firstCol * stepDeg,
    northCentre: (firstRow + rows - 1) * stepDeg,
    stepDeg,
    cols,
    rows,
  };
}

/** Pixels from the north-west; the grid counts its rows from the south. */
function northUp(
  { grid, cell_index }: PvYieldArtifact,
  valueOfCell: (cell: number) => number,
): Float64Array {
  const { rows, cols } = grid;
  return Float64Array.from({ length: rows * cols }, (_, pixel) => {
    const row = rows - 1 - Math.floor(pixel / cols);
    const cell = cell_index[row * cols + (pixel % cols)];
    return cell < 0 ? Number.NaN : valueOfCell(cell);
  });
}
