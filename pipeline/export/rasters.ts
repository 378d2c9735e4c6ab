import { MONTHS } from '../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import type { PvYieldHeader } from '../../schemas/types.ts';
import { annualGhi, MONTH_NAMES } from '../dataset/dataset-figures.ts';
import { geotiffBytes, type RasterFrame } from '../rasters/open/geotiff/write-geotiff.ts';

/** A map of the dataset: file name without ending, pixels from the north-west, description. */
interface DatasetMap {
  name: string;
  pixels: Float64Array;
  description: string;
}

/**
 * The dataset's maps as GeoTIFFs by file name: yearly and monthly GHI in kWh/m2, yearly yield at the optimum
 * in kWh/kWp. EPSG:4326, north-up, one pixel per cell, -9999 where there is none, description and unit in
 * ImageDescription.
 */
export function exportedRasters(artifact: PvYieldArtifact): Map<string, Uint8Array> {
  const frame = frameOf(artifact);
  return new Map(
    datasetMaps(artifact).map(({ name, pixels, description }) => [
      `${name}.tif`,
      geotiffBytes(frame, pixels, description),
    ]),
  );
}

function datasetMaps(artifact: PvYieldArtifact): DatasetMap[] {
  const { header, ghi, optimum_yield } = artifact;
  const annual = annualGhi(artifact);
  const ghiMap = (name: string, when: string, valueOfCell: (cell: number) => number) => ({
    name: `ghi_${name}`,
    pixels: northUp(artifact, valueOfCell),
    description: `Global horizontal irradiation, ${when}, kWh/m2`,
  });
  const months = MONTH_NAMES.map((month, m) =>
    ghiMap(String(m + 1).padStart(2, '0'), month, (cell) => ghi[cell * MONTHS + m]),
  );
  const loss = (100 * header.model.system_loss).toFixed(0);
  const optimum = {
    name: 'optimum_yield',
    pixels: northUp(artifact, (cell) => optimum_yield[cell]),
    description: `PV yield of the best orientation after ${loss} % system loss, year, kWh/kWp`,
  };
  return [ghiMap('annual', 'year', (cell) => annual[cell]), ...months, optimum];
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

/** Pixels from the north-west. The grid counts its rows from the south. */
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

/** The README of an export: what the files are, and whom to credit. */
export function exportReadMe(header: PvYieldHeader): string {
  const { dataset_version, generated_at, grid, cells, sources, attribution, model } = header;
  return [
    `Exported from dataset ${dataset_version} (${generated_at}): ${cells} cells, every ${grid.step_deg} degrees.`,
    '',
    'ghi_annual.tif       global horizontal irradiation, kWh/m2 a year',
    'ghi_01.tif .. 12     the same in January .. December, kWh/m2',
    `optimum_yield.tif    yield of the best orientation, kWh/kWp a year after ${(100 * model.system_loss).toFixed(0)} % system loss`,
    'cells.csv            one line a cell: the above, yield on six planes, diffuse fraction, temperature, elevation, database',
    '',
    'GeoTIFF: EPSG:4326, one pixel a cell, nodata -9999, description and unit in ImageDescription. Coordinates in the CSV are cell centres.',
    '',
    ...sources.map((source, i) => `Source ${i + 1}: ${source}`),
    `Credit: ${attribution}`,
    '',
  ].join('\n');
}
