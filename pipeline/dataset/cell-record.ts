import {
  type CellArrays,
  encodeRecords,
  type RecordLayout,
} from '../../schemas/codec/cell-records.ts';
import type { RadiationDb, Recipe } from '../../schemas/types.ts';
import type { RowClimate } from './cube/row-climate.ts';
import type { RowCubes } from './cube/yield-cube.ts';
import { databases } from './dataset-header.ts';

/** The records of a row's cells, one after the other. */
export function rowRecords(
  layout: RecordLayout,
  climate: RowClimate,
  cubes: RowCubes,
  recipe: Recipe,
): Uint8Array<ArrayBuffer> {
  return encodeRecords(layout, cellArrays(climate, cubes, recipe), climate.cols.length);
}

function cellArrays(climate: RowClimate, cubes: RowCubes, recipe: Recipe): CellArrays {
  const known: RadiationDb[] = databases(recipe);
  return {
    ...cubes,
    ghi: Float32Array.from(climate.ghiKwhM2),
    temperature: Float32Array.from(climate.temperatureC),
    elevation: Float32Array.from(climate.elevationM),
    ...spreadArrays(climate),
    radiation_db: climate.source.map((source) =>
      known.indexOf(recipe.sources[source].radiation_db),
    ),
    era5_corrected: climate.era5Corrected,
  };
}

function spreadArrays({ spread }: RowClimate): Partial<CellArrays> {
  if (!spread) return {};
  const { annualPct, monthlyPct } = spread;
  return {
    ghi_annual_sd_pct: Float32Array.from(annualPct),
    ghi_monthly_sd_pct: Float32Array.from(monthlyPct),
  };
}
