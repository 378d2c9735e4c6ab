import { figures, paragraph, type Section, table } from '#common/charts/html-page.ts';
import { escapeText } from '#common/charts/svg.ts';
import { MONTHS, planeAt } from '../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type {
  FileRecord,
  InterannualHeader,
  Manifest,
  SnowTable,
  Uncertainty,
} from '../../../schemas/types.ts';
import { coveredCells, spreadOf } from '../../dataset/dataset-figures.ts';

/** The file that a report is about, and the record of its build, null if there is none. */
export interface ReportedFile {
  file: FileRecord;
  manifest: Manifest | null;
}

/** Inputs of the dataset, and how it was made. */
export function provenanceSection(
  artifact: PvYieldArtifact,
  { file, manifest }: ReportedFile,
): Section {
  const { header } = artifact;
  const html = [
    `<p class="${isRecorded(file, manifest) ? '' : 'warn'}">${escapeText(recordText(file, manifest))}</p>`,
    figures(
      [
        table('Dataset', [], datasetRows(artifact, file), 'words'),
        table('Model', [], modelRows(artifact), 'words'),
        ...(artifact.header.uncertainty ? [uncertaintyTable(artifact.header.uncertainty)] : []),
        ...(artifact.header.snow ? [snowTable(artifact.header.snow)] : []),
        ...(artifact.header.interannual
          ? [spreadTable(artifact, artifact.header.interannual)]
          : []),
      ],
      440,
      '',
    ),
    '<h3>Sources, in order of preference</h3>',
    `<ol>${header.sources.map((source) => `<li>${escapeText(source)}</li>`).join('')}</ol>`,
    '<h3>Attribution</h3>',
    paragraph(header.attribution),
    ...(manifest ? manifestHtml(manifest) : []),
  ];
  return { id: 'provenance', title: 'Where it comes from', html: html.join('\n') };
}

function isRecorded({ sha256 }: FileRecord, manifest: Manifest | null): boolean {
  return manifest?.outputs.some((output) => output.sha256 === sha256) ?? false;
}

function recordText(file: FileRecord, manifest: Manifest | null): string {
  if (!manifest) return 'There is no manifest.json beside this dataset: its inputs are not known.';
  return isRecorded(file, manifest)
    ? 'manifest.json records this very file: its inputs are those listed below.'
    : 'manifest.json beside this dataset records another build: the inputs listed below are not the ones of this file. Run "make check-version" to see what changed.';
}

function datasetRows({ header }: PvYieldArtifact, file: FileRecord): string[][] {
  const { grid } = header;
  return [
    ['Version', header.dataset_version],
    ['Generated', header.generated_at],
    ['Coverage', header.coverage],
    ['Cells', `${header.cells}, every ${grid.step_deg}°`],
    ...(header.filled_cells
      ? [['Filled', `${header.filled_cells} cells take the values of the nearest cell with data`]]
      : []),
    ...(header.accepted_ranges ?? []).map(({ radiation_db, reason }) => [
      `Unusual values of ${radiation_db}`,
      `accepted: ${reason}`,
    ]),
    ...(header.accepted_pixels ?? []).map(({ radiation_db, reason }) => [
      `Pixels of ${radiation_db} that look wrong`,
      `accepted: ${reason}`,
    ]),
    ['File', `${file.path}, ${file.bytes} bytes`],
    ['SHA-256', file.sha256],
  ];
}

function modelRows({ header }: PvYieldArtifact): string[][] {
  const named = Object.entries(header.model).map(([name, value]) => [
    name.replaceAll('_', ' '),
    String(value),
  ]);
  const factors = header.era5_correction;
  return [...named, ['ERA5 correction', factors ? `monthly factors ${factors.join(', ')}` : 'off']];
}

function spreadTable(
  artifact: PvYieldArtifact,
  { years, source, plane_factors, plane_scatter_pct: scatterPct }: InterannualHeader,
): string {
  const { ghi_annual_sd_pct: sdPct = [] } = artifact;
  const { min, median, max } = spreadOf(
    Float64Array.from(coveredCells(artifact), (cell) => sdPct[cell]),
  );
  const factor = (tilt: number, azimuth: number) =>
    plane_factors[MONTHS][planeAt(tilt, azimuth)].toFixed(2);
  const scatter = (tilt: number, azimuth: number) =>
    scatterPct?.[MONTHS][planeAt(tilt, azimuth)].toFixed(1);
  const rows = [
    ['Years', String(years)],
    ['Source', source],
    [
      "Standard deviation of a year's irradiation",
      `${median.toFixed(1)} % in the median cell, ${min.toFixed(1)} to ${max.toFixed(1)} %`,
    ],
    [
      'A plane for 1 % of the flat one',
      `tilt 40 south ${factor(40, 180)}, east and west ${factor(40, 90)}, north ${factor(40, 0)}; south wall ${factor(90, 180)}`,
    ],
  ];
  if (scatterPct) {
    rows.push([
      'Light beside the irradiation adds, in quadrature',
      `tilt 40 south ${scatter(40, 180)} %, east and west ${scatter(40, 90)} %, north ${scatter(40, 0)} %; south wall ${scatter(90, 180)} %`,
    ]);
  }
  return table('Spread between years', [], rows, 'words');
}

function uncertaintyTable(uncertainty: Uncertainty): string {
  const rows = Object.entries(uncertainty).map(([part, { sd_pct, north, source }]) => [
    part,
    north ? `${sd_pct} %, from ${north.lat}° N on ${north.sd_pct} %` : `${sd_pct} %`,
    source,
  ]);
  return table('Uncertain beside the weather, one standard deviation', [], rows, 'words');
}

function snowTable({ source, trust, stations }: SnowTable): string {
  const names = stations.map(({ name }) => name).join(', ');
  const rows = [
    [`${stations.length} stations`, names],
    ['Source', `${source} (trust ${trust})`],
  ];
  return table('Snow', [], rows, 'words');
}

function manifestHtml(manifest: Manifest): string[] {
  const rows = (files: readonly FileRecord[]) =>
    files.map(({ path, bytes, sha256 }) => [path, String(bytes), sha256]);
  const columns = ['file', 'bytes', 'SHA-256'];
  return [
    `<details><summary>${manifest.inputs.length} input files with their hashes</summary>`,
    table('Inputs', columns, rows(manifest.inputs), 'compact'),
    '</details>',
    '<details><summary>The recipe, without its sources</summary>',
    `<pre>${escapeText(JSON.stringify(manifest.parameters, null, 2))}</pre>`,
    '</details>',
  ];
}
