import type { ClimateFiles, ClimateRasters, GridBand } from '../rasters/climate-rasters.ts';
import type { RasterRef } from '../rasters/open-raster.ts';

/** The rasters of one variable of a source, with their bands on the grid. */
export interface VariableRasters {
  /** As the recipe calls it. */
  variable: string;
  /** Unit of the figures: that of everything inside. */
  unit: string;
  refs: RasterRef[];
  bands: GridBand[];
}

/** The variables that a source has, in the recipe's order. */
export function variablesOf(
  files: ClimateFiles[number],
  source: ClimateRasters['sources'][number],
): VariableRasters[] {
  const converted = source.ghiUnit === 'W/m2' ? ' (files in W/m2)' : '';
  const all = [
    { variable: 'ghi', unit: `kWh/m2${converted}`, refs: files.ghi, bands: source.ghi },
    {
      variable: 'diffuse_fraction',
      unit: '1',
      refs: files.diffuseFraction,
      bands: source.diffuseFraction,
    },
    { variable: 'temperature', unit: '°C', refs: files.temperature, bands: source.temperature },
    {
      variable: 'elevation',
      unit: 'm',
      refs: files.elevation ? [files.elevation] : null,
      bands: source.elevation ? [source.elevation] : null,
    },
  ];
  return all.flatMap(({ variable, unit, refs, bands }) =>
    refs && bands ? [{ variable, unit, refs, bands }] : [],
  );
}
