import {
  annualGhiAt,
  EXPECTED_LOSSES,
  PVGIS_POINTS,
  totalLossPercent,
} from '../../../../pipeline/accuracy/dataset-errors.ts';
import type { Town } from '../../../../pipeline/accuracy/towns.ts';
import { cellNear } from '../../../../pipeline/dataset/dataset-figures.ts';
import { COUNTRY, covers } from '../../../../schemas/codec/coverage-mask.ts';
import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import { figures, paragraph, type Section, table } from '../../ui/charts/html-page.ts';

/** North of here other losses are expected. */
const SOUTH_LIMIT_DEG = 60;

const NOTE = 'Published irradiation: PVGIS 5.2, means of 2005 to 2020.';
const LOSS_NOTE =
  ' Losses: reflection, temperature with low light, and system, in the cells of the towns. Expected: ranges from the literature and from the method itself.';
const ONLY_SWEDEN =
  'The published figures are of places in Sweden. The rest of this dataset is not compared with any.';

/** The dataset compared with published figures. */
export function comparisonSection(artifact: PvYieldArtifact, towns: readonly Town[]): Section {
  const points = pointRows(artifact);
  const isSweden = artifact.header.coverage === COUNTRY;
  const html = [paragraph(pointsText(points, isSweden))];
  // The losses that are expected are those of Swedish towns.
  if (isSweden) {
    const tables = [pointTable(points), lossTable(artifact, towns)];
    html.push(figures(tables, 440, NOTE + LOSS_NOTE));
  } else if (points.length > 0) {
    html.push(figures([pointTable(points)], 440, NOTE));
  }
  return { id: 'comparison', title: 'Compared with published figures', html: html.join('\n') };
}

function pointsText(points: readonly PointRow[], isSweden: boolean): string {
  if (points.length === 0) return 'None of the published points is in this dataset.';
  const worst = Math.max(...points.map(({ percent }) => Math.abs(percent)));
  const text = `At the ${points.length} places with a published figure, yearly irradiation differs from it by at most ${worst.toFixed(1)} %. The default climatology was modelled from these very points, so this shows how well it reproduces them, not its error elsewhere.`;
  return isSweden ? text : `${text} ${ONLY_SWEDEN}`;
}

interface PointRow {
  name: string;
  found: number;
  published: number;
  percent: number;
}

/** The published points with four cells around them. */
function pointRows(artifact: PvYieldArtifact): PointRow[] {
  return PVGIS_POINTS.filter(({ lat, lng }) => covers(artifact.mask, lat, lng))
    .map(({ name, lat, lng, annualKwhM2: published }) => {
      const found = annualGhiAt(artifact, lat, lng);
      return { name, found, published, percent: 100 * (found / published - 1) };
    })
    .filter(({ found }) => Number.isFinite(found));
}

function pointTable(points: readonly PointRow[]): string {
  const rows = points.map(({ name, found, published, percent }) => [
    name,
    found.toFixed(0),
    published.toFixed(0),
    `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`,
  ]);
  const headings = ['', 'dataset', 'published', 'difference'];
  return table('Yearly global horizontal irradiation, kWh/m²', headings, rows, 'figures');
}

function lossTable(artifact: PvYieldArtifact, towns: readonly Town[]): string {
  const rows = EXPECTED_LOSSES.map(({ label, tiltDeg, azimuthDeg, south, north }) => {
    const lossesOf = (isSouth: boolean) =>
      towns
        .filter(({ lat }) => lat <= SOUTH_LIMIT_DEG === isSouth)
        .map(({ lat, lng }) => cellNear(artifact, lat, lng))
        .filter((cell) => cell >= 0)
        .map((cell) => totalLossPercent(artifact, cell, tiltDeg, azimuthDeg));
    return [
      label,
      rangeText(lossesOf(true)),
      rangeText(south),
      rangeText(lossesOf(false)),
      rangeText(north),
    ];
  });
  const headings = ['Plane', 'to 60° N', 'expected', 'north of it', 'expected'];
  return table('Loss from in-plane irradiation to yield, %', headings, rows, 'figures');
}

function rangeText(values: readonly number[]): string {
  if (values.length === 0) return 'none';
  return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
}
