import type { LossBreakdown } from '#solar/loss-breakdown.ts';
import { MONTHS } from '../../schemas/codec/axes.ts';
import { type CoverageMask, covers } from '../../schemas/codec/coverage-mask.ts';
import { colOfLng, latOfRow, lngOfCol, rowOfLat } from '../../schemas/codec/grid.ts';
import { type Domain, datasetDomain } from '../coverage/dataset-domain.ts';
import { cellClimate } from '../dataset/cell-climate.ts';
import { MONTH_NAMES } from '../dataset/dataset-figures.ts';
import { readInputs, stepModel } from '../dataset/dataset-inputs.ts';
import { chooseSources, type SourceChoice } from '../dataset/source-choice.ts';
import type { LoadedRecipe } from '../files/recipe.ts';
import { findClimateFiles } from '../rasters/climate-files.ts';
import { breakDownCell, type CellBreakdown, type PlaneYear } from './cell-breakdown.ts';

/**
 * Prints the breakdown of the cell nearest to a place.
 * @throws Error when the place is not covered, or the rasters have no data there
 */
export async function explainPlace(
  { recipe, folder }: LoadedRecipe,
  lat: number,
  lng: number,
): Promise<void> {
  const files = await findClimateFiles(recipe, folder);
  const { mask, isWhereData } = datasetDomain(recipe);
  // Until the rasters are read, any place in the box may have data.
  if (isWhereData) mask.bits.fill(0xff);
  if (!covers(mask, lat, lng)) {
    const hint = covers(mask, lng, lat) ? ' LAT and LNG look swapped.' : '';
    throw new Error(`${lat}, ${lng} is outside the coverage, ${reachOf(mask)}.${hint}`);
  }
  const inputs = await readInputs(recipe, files, () => {});
  const { domain } = inputs;
  const choice = chooseSources(inputs);
  const { rows, era5Factors } = cellClimate(inputs, choice);
  const { sky_model, albedo, system_loss, days_per_month, steps_per_day } = recipe.model;
  const breakdown = breakDownCell(domain.grid, rows, stepModel(recipe), lat, lng);
  if (!breakdown) throw new Error(`${lat}, ${lng} has no cell: the rasters have no data there.`);
  const source = recipe.sources[breakdown.source];
  console.log(
    `Place: ${lat}, ${lng}. Nearest cell: ${breakdown.latDeg}, ${breakdown.lngDeg}${heightText(breakdown)}.`,
  );
  console.log(`Irradiation: ${source.radiation_db}. ${source.name}.`);
  const filledFrom = placeOfValues(domain, choice, breakdown);
  if (filledFrom)
    console.log(`No source has data here. The values are those of the cell ${filledFrom}.`);
  console.log(
    `Sky ${sky_model}, albedo ${albedo}, ${12 * days_per_month} days a year, ${steps_per_day} steps a day, free horizon. ERA5 correction ${era5Factors ? 'on' : 'off'}. Yields are before scaling to the anchors.\n`,
  );
  console.log(breakdownTable(breakdown, system_loss));
}

/** The height of a cell, which no raster may have. */
function heightText({ elevationM }: CellBreakdown): string {
  return Number.isNaN(elevationM)
    ? ', height unknown'
    : `, ${elevationM.toFixed(0)} m above the sea`;
}

/** The box of the coverage, to 0.1 degrees. */
function reachOf({ south, west, rows, cols, latStepDeg, lngStepDeg }: CoverageMask): string {
  const [north, east] = [south + rows * latStepDeg, west + cols * lngStepDeg];
  const range = (from: number, to: number) => `${from.toFixed(1)} to ${to.toFixed(1)}`;
  return `which lies within ${range(south, north)} N, ${range(west, east)} E`;
}

/** The cell whose values a filled cell has. Null for a cell with data. */
function placeOfValues(
  { grid }: Domain,
  { valuesAt }: SourceChoice,
  { latDeg, lngDeg }: CellBreakdown,
): string | null {
  const place = rowOfLat(grid, latDeg) * grid.cols + colOfLng(grid, lngDeg);
  const at = valuesAt[place];
  if (at === place) return null;
  return `${latOfRow(grid, Math.floor(at / grid.cols))}, ${lngOfCol(grid, at % grid.cols)}`;
}

/** A cell's breakdown as a table of months: climate, irradiation and yield of its planes, and their losses. */
function breakdownTable(breakdown: CellBreakdown, systemLoss: number): string {
  const lines = [tableLine('', [...MONTH_NAMES, 'Year'])];
  const months = (label: string, values: ArrayLike<number>, digits: number, total: string) => {
    const cells = Array.from(values, (value) =>
      Number.isNaN(value) ? '-' : value.toFixed(digits),
    );
    lines.push(tableLine(label, [...cells, total]));
  };
  const { ghiKwhM2, diffuseFraction: kd, temperatureC } = breakdown;
  const ghi = sum(ghiKwhM2);
  const diffuse = sum(ghiKwhM2.map((value, m) => value * kd[m]));
  months('GHI kWh/m2', ghiKwhM2, 1, ghi.toFixed(0));
  months('diffuse fraction, raster', breakdown.givenDiffuseFraction, 2, '');
  months('diffuse fraction, used', kd, 2, (diffuse / ghi).toFixed(2));
  const meanC = sum(temperatureC) / MONTHS;
  months('temperature °C', temperatureC, 1, Number.isNaN(meanC) ? '-' : meanC.toFixed(1));
  lines.push('In-plane irradiation, kWh/m2');
  for (const plane of breakdown.planes) {
    const values = plane.months.map(({ poaKwhM2 }) => poaKwhM2);
    months(planeLabel(plane), values, 1, sum(values).toFixed(0));
  }
  lines.push('Yield after system loss, kWh/kWp');
  for (const plane of breakdown.planes) {
    const values = plane.months.map(({ yieldKwhKwp }) => yieldKwhKwp * (1 - systemLoss));
    months(planeLabel(plane), values, 1, sum(values).toFixed(0));
  }
  lines.push('', 'Losses of the year: reflection / temperature and low light / system / in all');
  for (const plane of breakdown.planes) lines.push(lossLine(plane, systemLoss));
  return lines.join('\n');
}

function lossLine(plane: PlaneYear, systemLoss: number): string {
  const total = (pick: (month: LossBreakdown) => number) => sum(plane.months.map(pick));
  const poa = total((m) => m.poaKwhM2);
  const effective = total((m) => m.effectiveKwhM2);
  const output = total((m) => m.yieldKwhKwp);
  const losses = [
    1 - effective / poa,
    1 - output / effective,
    systemLoss,
    1 - (output / poa) * (1 - systemLoss),
  ];
  const percents = losses.map((loss) => `${(-100 * loss).toFixed(1)} %`.padStart(8));
  return `${planeLabel(plane).padEnd(32)}${percents.join(' /')}`;
}

function planeLabel({ label, tiltDeg, azimuthDeg }: PlaneYear): string {
  return `  ${label} (tilt ${tiltDeg}, azimuth ${azimuthDeg})`;
}

function tableLine(label: string, cells: string[]): string {
  return label.padEnd(32) + cells.map((cell) => cell.padStart(7)).join('');
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((a, b) => a + b, 0);
}
