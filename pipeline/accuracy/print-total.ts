import { MONTHS, planeAt } from '../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { cellNear } from '../dataset/dataset-figures.ts';
import { PVGIS_POINTS } from './dataset-errors.ts';

const MEAN_YEARS = 20;
const SOUTH_40 = planeAt(40, 180);

/** Thevenard & Pelland 2013: a first year's and a lifetime's mean in Toronto, percent. */
const PUBLISHED = { oneYear: 8.7, mean: 7.9 };

/** Prints one standard deviation of all that is uncertain, beside a published one; nothing when the dataset does not say. */
export function printTotal(artifact: PvYieldArtifact): void {
  const { interannual, uncertainty } = artifact.header;
  const { ghi_annual_sd_pct: sdPct } = artifact;
  if (!interannual || !uncertainty || !sdPct) return;
  const { plane_factors: factors, plane_scatter_pct: scatter } = interannual;
  const { dataset, transposition, module, losses } = uncertainty;
  const others = [dataset, transposition, module, losses].map(({ sd_pct }) => sd_pct);
  console.log(
    '\nWeather, dataset, transposition, module and losses together, S40, %: one year, mean of twenty (published for Toronto)',
  );
  for (const { name, lat, lng } of PVGIS_POINTS) {
    const cell = cellNear(artifact, lat, lng);
    if (cell < 0) continue;
    const following = sdPct[cell] * factors[MONTHS][SOUTH_40];
    const weather = Math.hypot(following, scatter?.[MONTHS][SOUTH_40] ?? 0);
    const oneYear = Math.hypot(weather, ...others).toFixed(1);
    const mean = Math.hypot(weather / Math.sqrt(MEAN_YEARS), ...others).toFixed(1);
    console.log(
      `  ${name.padEnd(10)} ${oneYear} (${PUBLISHED.oneYear}), ${mean} (${PUBLISHED.mean})`,
    );
  }
}
