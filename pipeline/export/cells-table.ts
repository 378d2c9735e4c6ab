import { MONTHS } from '../../schemas/codec/axes.ts';
import { annualYield } from '../../schemas/codec/cell-records.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { annualGhi, cellPlaces, MONTH_NUMBERS } from '../dataset/dataset-figures.ts';
import { SUMMARY_PLANES } from '../dataset/summary.ts';

/** Columns of the table, with their units. */
const COLUMNS = [
  'lat',
  'lng',
  'radiation_db',
  'era5_corrected',
  'elevation_m',
  'ghi_annual_kwh_m2',
  ...MONTH_NUMBERS.map((month) => `ghi_${month}_kwh_m2`),
  ...MONTH_NUMBERS.map((month) => `diffuse_fraction_${month}`),
  ...MONTH_NUMBERS.map((month) => `temperature_${month}_c`),
  ...SUMMARY_PLANES.map(({ name }) => `${name}_kwh_kwp`),
  'optimum_tilt_deg',
  'optimum_yield_kwh_kwp',
];

/** The cells as CSV, one per line, south to north. An unknown value is empty. */
export function cellsTable(artifact: PvYieldArtifact): string {
  const annual = annualGhi(artifact);
  const { header, ghi, diffuse_fraction, temperature, elevation } = artifact;
  const lines = cellPlaces(artifact).map(({ cell, lat, lng }) => {
    const months = (values: Float32Array, digits: number) =>
      Array.from(values.subarray(cell * MONTHS, (cell + 1) * MONTHS), (value) =>
        text(value, digits),
      );
    return [
      lat,
      lng,
      header.radiation_dbs[artifact.radiation_db[cell]],
      artifact.era5_corrected[cell],
      text(elevation[cell], 1),
      text(annual[cell], 2),
      ...months(ghi, 3),
      ...months(diffuse_fraction, 4),
      ...months(temperature, 2),
      ...SUMMARY_PLANES.map(({ plane }) => text(annualYield(artifact, cell, plane), 2)),
      artifact.optimum_tilt[cell],
      text(artifact.optimum_yield[cell], 2),
    ].join(',');
  });
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`;
}

function text(value: number, digits: number): string {
  return Number.isNaN(value) ? '' : value.toFixed(digits);
}
