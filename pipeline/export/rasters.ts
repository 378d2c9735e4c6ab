import { MONTHS } from '../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import type { PvYieldHeader } from '../../schemas/types.ts';
import { annualGhi, MONTH_NAMES, MONTH_NUMBERS } from '../dataset/dataset-figures.ts';
import { gridGeotiff } from '../rasters/open/geotiff/write-geotiff.ts';

interface DatasetMap {
  /** File name without ending. */
  name: string;
  valueOfCell: (cell: number) => number;
  description: string;
}

/**
 * The dataset's maps as GeoTIFFs by file name: yearly and monthly GHI in kWh/m2, yearly yield at the optimum
 * in kWh/kWp. EPSG:4326, north-up, one pixel per cell, -9999 where there is none, description and unit in
 * ImageDescription.
 */
export function exportedRasters(artifact: PvYieldArtifact): Map<string, Uint8Array> {
  const { grid, cell_index } = artifact;
  return new Map(
    datasetMaps(artifact).map(({ name, valueOfCell, description }) => {
      const valueAt = (gridIndex: number) => {
        const cell = cell_index[gridIndex];
        return cell < 0 ? Number.NaN : valueOfCell(cell);
      };
      return [`${name}.tif`, gridGeotiff(grid, valueAt, description)];
    }),
  );
}

function datasetMaps(artifact: PvYieldArtifact): DatasetMap[] {
  const { header, ghi, optimum_yield } = artifact;
  const annual = annualGhi(artifact);
  const ghiMap = (name: string, when: string, valueOfCell: DatasetMap['valueOfCell']) => ({
    name: `ghi_${name}`,
    valueOfCell,
    description: `Global horizontal irradiation, ${when}, kWh/m2`,
  });
  const months = MONTH_NAMES.map((month, m) =>
    ghiMap(MONTH_NUMBERS[m], month, (cell) => ghi[cell * MONTHS + m]),
  );
  const loss = (100 * header.model.system_loss).toFixed(0);
  const optimum = {
    name: 'optimum_yield',
    valueOfCell: (cell: number) => optimum_yield[cell],
    description: `PV yield of the best orientation after ${loss} % system loss, year, kWh/kWp`,
  };
  return [ghiMap('annual', 'year', (cell) => annual[cell]), ...months, optimum];
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
