import {
  annualGhiAt,
  EXPECTED_LOSSES,
  PVGIS_POINTS,
  SMHI_STATIONS,
  totalLossPercent,
} from '../../../../pipeline/accuracy/dataset-errors.ts';
import type { Town } from '../../../../pipeline/accuracy/towns.ts';
import { cellNear } from '../../../../pipeline/dataset/dataset-figures.ts';
import { COUNTRY, covers } from '../../../../schemas/codec/coverage-mask.ts';
import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import { fill } from '../../messages/format.ts';
import { figures, paragraph, type Row, type Section, table } from '../../ui/charts/html-page.ts';
import type { ReportText } from './text.ts';

/** North of here other losses are expected. */
const SOUTH_LIMIT_DEG = 60;

/** The dataset compared with published figures. */
export function comparisonSection(
  artifact: PvYieldArtifact,
  towns: readonly Town[],
  text: ReportText,
): Section {
  const { words } = text;
  const points = pointRows(artifact);
  const isSweden = artifact.header.coverage === COUNTRY;
  const html = [paragraph(pointsText(points, isSweden, text)), ...leftOutTexts(artifact, text)];
  // The losses that are expected are those of Swedish towns.
  if (isSweden) {
    const tables = [pointTable(points, text), lossTable(artifact, towns, text)];
    html.push(figures(tables, 440, `${words.pointsNote} ${words.lossesNote}`));
  } else if (points.length > 0) {
    html.push(figures([pointTable(points, text)], 440, words.pointsNote));
  }
  return { id: 'comparison', title: words.comparison, html: html.join('\n') };
}

function pointsText(
  points: readonly PointRow[],
  isSweden: boolean,
  { words, number }: ReportText,
): string {
  if (points.length === 0) return words.noPoints;
  const worst = Math.max(...points.map(({ percent }) => Math.abs(percent)));
  const worstText = fill(words.worstPoint, { count: points.length, percent: number(worst, 1) });
  return isSweden ? worstText : `${worstText} ${words.onlySweden}`;
}

/** Errors at stations that the dataset was not made from, as it states them. */
function leftOutTexts({ header }: PvYieldArtifact, { words, number, quote }: ReportText): string[] {
  return header.accuracy.errors.flatMap(
    ({ rms_error_pct: rms, bias_pct: bias, max_error_pct: worst, reference }) => {
      if (rms === undefined || bias === undefined) return [];
      const percent = { rms: number(rms, 1), bias: number(bias, 1), worst: number(worst, 1) };
      return [paragraph(fill(words.leftOut, percent)), `<p>${quote(reference)}</p>`];
    },
  );
}

interface PointRow {
  name: string;
  found: number;
  published: number;
  percent: number;
}

/** The published points with four cells around them. */
function pointRows(artifact: PvYieldArtifact): PointRow[] {
  const pvgis = PVGIS_POINTS.map((point) => ({ ...point, name: `PVGIS ${point.name}` }));
  return [...pvgis, ...SMHI_STATIONS]
    .filter(({ lat, lng }) => covers(artifact.mask, lat, lng))
    .map(({ name, lat, lng, annualKwhM2: published }) => {
      const found = annualGhiAt(artifact, lat, lng);
      return { name, found, published, percent: 100 * (found / published - 1) };
    })
    .filter(({ found }) => Number.isFinite(found));
}

function pointTable(points: readonly PointRow[], { words, number }: ReportText): string {
  const rows = points.map(
    ({ name, found, published, percent }): Row => [
      name,
      number(found, 0),
      number(published, 0),
      `${percent > 0 ? '+' : ''}${number(percent, 1)} %`,
    ],
  );
  const headings = ['', words.ofDataset, words.published, words.difference];
  return table(words.points, headings, rows, 'figures');
}

function lossTable(artifact: PvYieldArtifact, towns: readonly Town[], text: ReportText): string {
  const { words } = text;
  const rows = EXPECTED_LOSSES.map(({ label, tiltDeg, azimuthDeg, south, north }): Row => {
    const lossesOf = (isSouth: boolean) =>
      towns
        .filter(({ lat }) => lat <= SOUTH_LIMIT_DEG === isSouth)
        .map(({ lat, lng }) => cellNear(artifact, lat, lng))
        .filter((cell) => cell >= 0)
        .map((cell) => totalLossPercent(artifact, cell, tiltDeg, azimuthDeg));
    return [
      label === 'flat' ? words.flat : label,
      ...[lossesOf(true), south, lossesOf(false), north].map((values) => rangeText(values, text)),
    ];
  });
  const headings = [
    words.plane,
    fill(words.toNorth, { lat: SOUTH_LIMIT_DEG }),
    words.expected,
    words.northOfIt,
    words.expected,
  ];
  return table(words.losses, headings, rows, 'figures');
}

function rangeText(values: readonly number[], { words, number }: ReportText): string {
  if (values.length === 0) return words.none;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return fill(words.range, { min: number(min, 1), max: number(max, 1) });
}
