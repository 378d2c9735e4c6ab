import { coveredCells, spreadOf } from '../../../../pipeline/dataset/dataset-figures.ts';
import { MONTHS, planeAt } from '../../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import type {
  FileRecord,
  InterannualHeader,
  Manifest,
  UncertainPart,
  Uncertainty,
} from '../../../../schemas/types.ts';
import { element, figures, type Section, table } from '../../ui/charts/html-page.ts';
import { escapeText } from '../../ui/charts/svg.ts';

/** The file that a report is about, and the record of its build. Null if there is none. */
export interface ReportedFile {
  file: FileRecord;
  manifest: Manifest | null;
}

/** A row of a table: name and value. */
type Row = string[];

/** Inputs and parameters of the dataset. */
export function provenanceSection(
  artifact: PvYieldArtifact,
  { file, manifest }: ReportedFile,
): Section {
  const { header } = artifact;
  const html = [
    `<p class="${isRecorded(file, manifest) ? '' : 'warn'}">${escapeText(recordText(file, manifest))}</p>`,
    figures(
      [
        table('Dataset', [], datasetRows(artifact), 'words'),
        table('Model', [], modelRows(artifact), 'words'),
        ...(header.uncertainty ? [uncertaintyTable(header.uncertainty)] : []),
        ...(header.interannual ? [spreadTable(artifact, header.interannual)] : []),
      ],
      440,
      '',
    ),
    element('h3', 'Sources, in order of preference'),
    `<ol>${header.sources.map((source) => element('li', source)).join('')}</ol>`,
    ...(manifest ? manifestHtml(manifest) : []),
  ];
  return { id: 'provenance', title: 'Provenance', html: html.join('\n') };
}

function isRecorded({ sha256 }: FileRecord, manifest: Manifest | null): boolean {
  return manifest?.outputs.some((output) => output.sha256 === sha256) ?? false;
}

function recordText(file: FileRecord, manifest: Manifest | null): string {
  if (!manifest)
    return 'There is no manifest.json next to this dataset, so its inputs are not known.';
  return isRecorded(file, manifest)
    ? 'manifest.json records this very file. Its inputs are listed below.'
    : 'manifest.json next to this dataset records another build. The inputs below are not those of this file. Run "make check-version" to see what changed.';
}

function datasetRows({ header }: PvYieldArtifact): Row[] {
  const { grid, filled_cells: filled } = header;
  return [
    ['Version', header.dataset_version],
    ['Generated', header.generated_at],
    ['Coverage', header.coverage],
    ['Cells', `${header.cells}, every ${grid.step_deg}°`],
    ...(filled
      ? [['Filled', `${filled} cells take the values of the nearest cell with data`]]
      : []),
    ...(header.accepted_ranges ?? []).map(({ radiation_db, reason }) => [
      `Unusual values of ${radiation_db}`,
      `accepted: ${reason}`,
    ]),
    ...(header.accepted_pixels ?? []).map(({ radiation_db, reason }) => [
      `Pixels of ${radiation_db} that look wrong`,
      `accepted: ${reason}`,
    ]),
  ];
}

/** Names of the model's values for readers. Others are shown as in the header. */
const MODEL_NAMES: Record<string, string> = {
  sky_model: 'Diffuse sky',
  poa_model: 'Hours of a day',
  albedo: 'Ground albedo',
  horizon: 'Horizon',
  representative_days: 'Days computed of a year',
  steps_per_day: 'Steps of a day',
  system_loss: 'System loss, share',
  wind_m_s: 'Wind, m/s',
  anchor_scale: 'Scale of the anchors',
};

/** Words for values that are codes. */
const MODEL_VALUES: Record<string, string> = {
  hay_davies: 'Hay and Davies',
  free: 'none: flat land around',
};

function modelRows({ header }: PvYieldArtifact): Row[] {
  const named = Object.entries(header.model).map(([name, value]) => [
    MODEL_NAMES[name] ?? name,
    MODEL_VALUES[value] ?? String(value),
  ]);
  const factors = header.era5_correction?.join(', ');
  return [...named, ['ERA5 correction', factors ? `monthly factors ${factors}` : 'off']];
}

function spreadTable(
  artifact: PvYieldArtifact,
  { years, source, plane_factors, plane_scatter_pct: scatterPct }: InterannualHeader,
): string {
  const { ghi_annual_sd_pct: sdPct = [] } = artifact;
  const { min, median, max } = spreadOf(
    Float64Array.from(coveredCells(artifact), (cell) => sdPct[cell]),
  );
  const planes = (textOf: (plane: number) => string) => {
    const [south, east, north, wall] = PLANES.map(([tilt, azimuth]) =>
      textOf(planeAt(tilt, azimuth)),
    );
    return `tilt 40 south ${south}, east and west ${east}, north ${north}, south wall ${wall}`;
  };
  const rows: Row[] = [
    ['Years', String(years)],
    ['Source', source],
    [
      "Standard deviation of a year's irradiation",
      `${median.toFixed(1)} % in the median cell, ${min.toFixed(1)} to ${max.toFixed(1)} %`,
    ],
    ['A plane for 1 % of the flat one', planes((plane) => plane_factors[MONTHS][plane].toFixed(2))],
  ];
  if (scatterPct) {
    const text = planes((plane) => `${scatterPct[MONTHS][plane].toFixed(1)} %`);
    rows.push(['Added in quadrature by light apart from the irradiation', text]);
  }
  return table('Spread between years', [], rows, 'words');
}

/** Tilt and azimuth of the planes whose spread is shown. */
const PLANES = [
  [40, 180],
  [40, 90],
  [40, 0],
  [90, 180],
] as const;

function uncertaintyTable(uncertainty: Uncertainty): string {
  const parts: [string, UncertainPart][] = Object.entries(uncertainty);
  const rows = parts.map(([part, { sd_pct, north, source }]) => [
    part,
    north ? `${sd_pct} %, from ${north.lat}° N on ${north.sd_pct} %` : `${sd_pct} %`,
    source,
  ]);
  const caption = 'Uncertainty apart from the weather, one standard deviation';
  return table(caption, [], rows, 'words');
}

function manifestHtml(manifest: Manifest): string[] {
  const rows = manifest.inputs.map(({ path, bytes, sha256 }) => [path, String(bytes), sha256]);
  return [
    `<details>${element('summary', `${rows.length} input files with their hashes`)}`,
    table('Inputs', ['file', 'bytes', 'SHA-256'], rows, 'compact'),
    '</details>',
    `<details>${element('summary', 'The recipe, without its sources')}`,
    `<pre tabindex="0">${escapeText(JSON.stringify(manifest.parameters, null, 2))}</pre>`,
    '</details>',
  ];
}
