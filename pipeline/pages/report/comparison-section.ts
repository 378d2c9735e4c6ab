import { figures, paragraph, type Section, table } from '#common/charts/html-page.ts';
import { COUNTRY, covers } from '../../../schemas/codec/coverage-mask.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import {
  annualGhiAt,
  EXPECTED_LOSSES,
  PVGIS_POINTS,
  totalLossPercent,
} from '../../accuracy/dataset-errors.ts';
import type { Town } from '../../accuracy/towns.ts';
import { cellNear } from '../../dataset/dataset-figures.ts';
import type { ReportWords } from './words.ts';

/** North of here the expected losses are others. */
const SOUTH_LIMIT_DEG = 60;

/** The dataset next to figures from outside. */
export function comparisonSection(
  artifact: PvYieldArtifact,
  towns: readonly Town[],
  words: ReportWords,
): Section {
  const { comparison } = words;
  const points = pointRows(artifact);
  const isSweden = artifact.header.coverage === COUNTRY;
  const html = [paragraph(pointsText(points, isSweden, words))];
  // The losses that are expected are those of Swedish towns.
  if (isSweden) {
    const tables = [pointTable(points, words), lossTable(artifact, towns, words)];
    html.push(figures(tables, 440, comparison.note + comparison.lossNote));
  } else if (points.length > 0) {
    html.push(figures([pointTable(points, words)], 440, comparison.note));
  }
  return { id: 'comparison', title: comparison.title, html: html.join('\n') };
}

function pointsText(
  points: readonly PointRow[],
  isSweden: boolean,
  { comparison, number }: ReportWords,
): string {
  if (points.length === 0) return comparison.none;
  const worst = Math.max(...points.map(({ percent }) => Math.abs(percent)));
  const text = comparison.text(points.length, number(worst, 1));
  return isSweden ? text : `${text} ${comparison.swedish}`;
}

interface PointRow {
  name: string;
  found: number;
  published: number;
  percent: number;
}

/** The published points that the dataset has four cells around. */
function pointRows(artifact: PvYieldArtifact): PointRow[] {
  return PVGIS_POINTS.filter(({ lat, lng }) => covers(artifact.mask, lat, lng))
    .map(({ name, lat, lng, annualKwhM2: published }) => {
      const found = annualGhiAt(artifact, lat, lng);
      return { name, found, published, percent: 100 * (found / published - 1) };
    })
    .filter(({ found }) => Number.isFinite(found));
}

function pointTable(points: readonly PointRow[], { comparison, number }: ReportWords): string {
  const rows = points.map(({ name, found, published, percent }) => [
    name,
    number(found, 0),
    number(published, 0),
    `${percent > 0 ? '+' : ''}${number(percent, 1)} %`,
  ]);
  return table(comparison.irradiation, comparison.irradiationHeadings, rows, 'figures');
}

function lossTable(artifact: PvYieldArtifact, towns: readonly Town[], words: ReportWords): string {
  const { plane, losses, lossHeadings } = words.comparison;
  const range = (values: readonly number[]) => rangeText(values, words);
  const rows = EXPECTED_LOSSES.map(({ label, tiltDeg, azimuthDeg, south, north }) => {
    const lossesOf = (isSouth: boolean) =>
      towns
        .filter(({ lat }) => lat <= SOUTH_LIMIT_DEG === isSouth)
        .map(({ lat, lng }) => cellNear(artifact, lat, lng))
        .filter((cell) => cell >= 0)
        .map((cell) => totalLossPercent(artifact, cell, tiltDeg, azimuthDeg));
    return [
      plane(label),
      range(lossesOf(true)),
      range(south),
      range(lossesOf(false)),
      range(north),
    ];
  });
  return table(losses, lossHeadings, rows, 'figures');
}

function rangeText(values: readonly number[], { comparison, number, range }: ReportWords): string {
  if (values.length === 0) return comparison.noCell;
  return range(number(Math.min(...values), 1), number(Math.max(...values), 1));
}
