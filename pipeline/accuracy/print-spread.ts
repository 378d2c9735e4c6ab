import { extent } from 'd3-array';
import { MONTHS, planeAt } from '../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { monthlyYield } from '../../schemas/codec/yield-counts.ts';
import { cellNear, MONTH_NAMES } from '../dataset/dataset-figures.ts';
import { PVGIS_POINTS } from './dataset-errors.ts';

/** Planes whose factors are shown. */
export const SHOWN_PLANES = [
  ['flat', 0, 180],
  ['S20', 20, 180],
  ['S40', 40, 180],
  ['S90', 90, 180],
  ['E40', 40, 90],
  ['E90', 90, 90],
  ['N40', 40, 0],
] as const;

/** Prints how much planes vary between years for each percent that the flat one does; nothing when the dataset does not say. */
export function printSpread(artifact: PvYieldArtifact): void {
  const { interannual } = artifact.header;
  if (!interannual) return;
  const { years, plane_factors: factors, plane_scatter_pct: scatter = [] } = interannual;
  console.log(
    `\nSpread of ${years} years: how much a plane varies for 1 % of the flat one, by the kernel`,
  );
  console.log(line('', [...MONTH_NAMES, 'Year']));
  for (const [label, tilt, azimuth] of SHOWN_PLANES) {
    console.log(
      line(
        label,
        factors.map((period) => period[planeAt(tilt, azimuth)].toFixed(2)),
      ),
    );
  }
  console.log('  What light beside the irradiation adds to it in quadrature, % of the yield');
  for (const [label, tilt, azimuth] of SHOWN_PLANES) {
    const cells = scatter.map((period) => period[planeAt(tilt, azimuth)].toFixed(1));
    console.log(line(label, cells));
  }
  console.log(
    "  (Year: months by themselves, and alike for what the flat plane's year has beside them. In brackets\n   from the months' own spread at the four PVGIS points, were they all independent, and all alike.)",
  );
  for (const [label, tilt, azimuth] of SHOWN_PLANES) {
    const bounds = PVGIS_POINTS.flatMap(({ lat, lng }) => {
      const cell = cellNear(artifact, lat, lng);
      return cell < 0 ? [] : [monthsApart(artifact, cell, planeAt(tilt, azimuth))];
    });
    const range = (which: 'independent' | 'together') =>
      extent(bounds.map((b) => b[which]))
        .map((bound) => bound?.toFixed(2))
        .join('..');
    const year = factors[MONTHS][planeAt(tilt, azimuth)].toFixed(2);
    console.log(`  ${label.padEnd(6)}${year} (${range('independent')}; ${range('together')})`);
  }
}

/** A year's spread against the flat plane's, from the months' own. */
function monthsApart(artifact: PvYieldArtifact, cell: number, plane: number) {
  const [of, flat] = [plane, planeAt(0, 180)].map((at) => {
    const kwh = Array.from({ length: MONTHS }, (_, m) => monthlyYield(artifact, cell, at, m));
    const factors = artifact.header.interannual?.plane_factors ?? [];
    const sds = kwh.map(
      (y, m) => y * factors[m][at] * (artifact.ghi_monthly_sd_pct?.[cell * MONTHS + m] ?? 0),
    );
    const annual = kwh.reduce((a, b) => a + b, 0);
    return {
      independent: Math.hypot(...sds) / annual,
      together: sds.reduce((a, b) => a + b, 0) / annual,
    };
  });
  return { independent: of.independent / flat.independent, together: of.together / flat.together };
}

function line(label: string, cells: string[]): string {
  return `  ${label.padEnd(6)}${cells.map((cell) => cell.padStart(6)).join('')}`;
}
