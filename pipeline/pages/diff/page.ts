import {
  cards,
  figures,
  htmlPage,
  paragraph,
  type Section,
  table,
  wideDrawing,
} from '#common/charts/html-page.ts';
import { nearestTown, type Town } from '../../accuracy/towns.ts';
import { MONTH_NAMES } from '../../dataset/dataset-figures.ts';
import { type DatasetDiff, worstCells } from './compare-datasets.ts';
import { type ComparedFile, WORST_CELLS } from './comparison-files.ts';
import { headerValue, percent, verdictText } from './comparison-text.ts';
import type { Drawings } from './drawings.ts';
import { ghiMoves, type RelativeDifference } from './relative-differences.ts';

/** The comparison as a page for people. */
export function comparisonPage(
  comparison: DatasetDiff,
  a: ComparedFile,
  b: ComparedFile,
  towns: readonly Town[],
  drawings: Drawings,
): string {
  const year = comparison.yield[comparison.yield.length - 1];
  const { cells, onlyA, onlyB } = comparison;
  const lead = [
    paragraph(verdictText(comparison)),
    cards([
      [`${percent(year.median)} %`, 'median movement', 'yearly yield, all planes'],
      [`${percent(year.p95)} %`, '95th percentile', 'of the same'],
      [`${percent(year.max)} %`, 'largest movement', 'of the same'],
      [
        String(cells.length),
        'cells in both',
        `${onlyA.length} only in A, ${onlyB.length} only in B`,
      ],
    ]),
  ];
  return htmlPage(`Dataset ${b.dataset_version} against ${a.dataset_version}`, lead.join('\n'), [
    whereSection(comparison, drawings, towns),
    monthsSection(comparison, drawings),
    filesSection(comparison, a, b),
  ]);
}

function whereSection(
  comparison: DatasetDiff,
  drawings: Drawings,
  towns: readonly Town[],
): Section {
  const { radiationDb, era5Corrected, optimumTilt } = comparison.changed;
  const histogram = drawings['histogram.svg'] + worstTable(comparison, towns);
  const maps = ghiMoves(comparison)
    ? [drawings['map.svg'], drawings['ghi-map.svg'], histogram]
    : [drawings['map.svg'], histogram];
  const html = [
    figures(
      maps,
      340,
      `First, for each cell, the plane whose yearly yield moves most${ghiMoves(comparison) ? '; then its irradiation' : '. The irradiation stands still'}. Last, the yearly yields of all planes of all cells. Red: B is higher.`,
    ),
    paragraph(
      `Another radiation database has ${radiationDb} cells, another ERA5 correction ${era5Corrected}, another optimum tilt ${optimumTilt}.`,
    ),
  ];
  return { id: 'where', title: 'Where and how much', html: html.join('\n') };
}

function monthsSection(comparison: DatasetDiff, drawings: Drawings): Section {
  const { yield: yields, ghi } = comparison;
  const values = ({ median, p95, max, mean }: RelativeDifference) => [
    percent(median),
    percent(p95),
    percent(max),
    percent(mean, true),
  ];
  const rows = yields.map((movement, period) => [
    MONTH_NAMES[period] ?? 'Year',
    ...values(movement),
    ...values(ghi[period]),
  ]);
  const columns = ['median', 'P95', 'max', 'mean'];
  const headings = [
    '',
    ...columns.map((name) => `yield ${name}`),
    ...columns.map((name) => `GHI ${name}`),
  ];
  const html = [
    figures(
      [wideDrawing('The months', drawings['months.svg'], 1000)],
      300,
      'Each month on the same scale, so that the month that moved stands out.',
    ),
    table(
      'Differences in % of A, yields over all planes. Sizes without sign, means with it.',
      headings,
      rows,
      'figures',
    ),
  ];
  return { id: 'months', title: 'Month by month', html: html.join('\n') };
}

function worstTable(comparison: DatasetDiff, towns: readonly Town[]): string {
  const worst = worstCells(comparison, WORST_CELLS);
  if (worst.length === 0) return paragraph('No covered cell moves.');
  const rows = worst.map(({ lat, lng, worst: { tiltDeg, azimuthDeg, difference } }) => {
    const { name, km } = nearestTown(towns, lat, lng);
    return [
      `${name} ${km.toFixed(0)} km`,
      `${lat} N ${lng} E`,
      `${percent(difference, true)} %`,
      `${tiltDeg}°, ${azimuthDeg}°`,
    ];
  });
  const caption = `The ${rows.length} covered cells that move most, with the plane (tilt, azimuth)`;
  return table(caption, ['nearest town', 'cell', 'yield', 'plane'], rows, 'compact');
}

function filesSection(comparison: DatasetDiff, a: ComparedFile, b: ComparedFile): Section {
  const file = (name: string, { path, sha256, dataset_version, cells }: ComparedFile) => [
    name,
    path,
    dataset_version,
    String(cells),
    sha256,
  ];
  const changes = comparison.header.map(({ field, a, b }) => [
    field,
    headerValue(a),
    headerValue(b),
  ]);
  const lone = (name: string, cells: { lat: number; lng: number }[]) =>
    cells.length === 0
      ? ''
      : `<details><summary>${cells.length} cells only in ${name}</summary>${paragraph(cells.map(({ lat, lng }) => `${lat} N ${lng} E`).join(', '))}</details>`;
  const html = [
    table(
      'The two files',
      ['', 'file', 'dataset', 'cells', 'SHA-256'],
      [file('A', a), file('B', b)],
      'words',
    ),
    changes.length === 0
      ? paragraph('Their headers are the same.')
      : table('Fields of the headers that differ', ['field', 'A', 'B'], changes, 'words'),
    lone('A', comparison.onlyA),
    lone('B', comparison.onlyB),
  ];
  return { id: 'files', title: 'What was compared', html: html.join('\n') };
}
