import type { PvYieldHeader } from '../../../schemas/types.ts';

/** What goes with the exported files wherever they are taken: what they are, and whom to credit. */
export function exportReadMe(header: PvYieldHeader): string {
  const { dataset_version, generated_at, grid, cells, sources, attribution, model } = header;
  return [
    `Exported from dataset ${dataset_version} (${generated_at}): ${cells} cells, every ${grid.step_deg} degrees.`,
    '',
    'ghi_annual.tif       global horizontal irradiation, kWh/m2 a year',
    'ghi_01.tif .. 12     the same in January .. December, kWh/m2',
    `optimum_yield.tif    yield of the best orientation, kWh/kWp a year after ${(100 * model.system_loss).toFixed(0)} % system loss`,
    'all-maps.tif         all of these as fourteen bands, in this order',
    'cells.csv            one line a cell: the above, diffuse fraction, temperature, elevation, database',
    '',
    'GeoTIFF: EPSG:4326, one pixel a cell, nodata -9999; bands carry description and unit. Coordinates in the CSV are cell centres.',
    '',
    ...sources.map((source, i) => `Source ${i + 1}: ${source}`),
    `Credit: ${attribution}`,
    '',
  ].join('\n');
}
