import { coveredCells, spreadOf } from '../../../../pipeline/dataset/dataset-figures.ts';
import { MONTHS, planeAt } from '../../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import type {
  FileRecord,
  InterannualHeader,
  Manifest,
  PvYieldHeader,
  Uncertainty,
} from '../../../../schemas/types.ts';
import { fill } from '../../messages/format.ts';
import {
  type Cell,
  element,
  figures,
  type Row,
  type Section,
  table,
} from '../../ui/charts/html-page.ts';
import { escapeText } from '../../ui/charts/svg.ts';
import type { ReportText } from './text.ts';

/** The file that a report is about, and the record of its build. Null if there is none. */
export interface ReportedFile {
  file: FileRecord;
  manifest: Manifest | null;
}

/** Inputs and parameters of the dataset. */
export function provenanceSection(
  artifact: PvYieldArtifact,
  { file, manifest }: ReportedFile,
  text: ReportText,
): Section {
  const { header } = artifact;
  const { words, quote } = text;
  const html = [
    `<p class="${isRecorded(file, manifest) ? '' : 'warn'}">${escapeText(recordText(file, manifest, text))}</p>`,
    figures(
      [
        table(words.dataset, [], datasetRows(artifact, text), 'words'),
        table(words.model, [], modelRows(artifact, text), 'words'),
        ...(header.uncertainty ? [uncertaintyTable(header.uncertainty, text)] : []),
        ...(header.interannual ? [spreadTable(artifact, header.interannual, text)] : []),
      ],
      440,
      '',
    ),
    element('h3', words.sources),
    `<ol>${header.sources.map((source) => `<li>${quote(source)}</li>`).join('')}</ol>`,
    ...(manifest ? manifestHtml(manifest, text) : []),
  ];
  return { id: 'provenance', title: words.provenance, html: html.join('\n') };
}

function isRecorded({ sha256 }: FileRecord, manifest: Manifest | null): boolean {
  return manifest?.outputs.some((output) => output.sha256 === sha256) ?? false;
}

function recordText(file: FileRecord, manifest: Manifest | null, { words }: ReportText): string {
  if (!manifest) return words.noManifest;
  return isRecorded(file, manifest) ? words.sameBuild : words.otherBuild;
}

function datasetRows({ header }: PvYieldArtifact, text: ReportText): Row[] {
  const { words, number, quote, areaName } = text;
  const { grid, filled_cells: filled } = header;
  const acceptedRows = (accepted: PvYieldHeader['accepted_ranges'] = [], name: string) =>
    accepted.map(({ radiation_db, reason }): Row => {
      const html = fill(escapeText(words.accepted), { reason: quote(reason) });
      return [fill(name, { database: radiation_db }), { html }];
    });
  const cells: Row[] = filled ? [[words.filled, fill(words.filledCells, { cells: filled })]] : [];
  return [
    [words.version, header.dataset_version],
    [words.generated, header.generated_at],
    [words.coverage, areaName(header.coverage)],
    [words.cells, `${header.cells}, ${fill(words.every, { step: number(grid.step_deg) })}`],
    ...cells,
    ...acceptedRows(header.accepted_ranges, words.unusual),
    ...acceptedRows(header.accepted_pixels, words.wrongPixels),
  ];
}

/** Names of the model's values that readers know by another. The others are as in the header. */
const MODEL_NAMES = [
  'sky_model',
  'poa_model',
  'albedo',
  'horizon',
  'representative_days',
  'steps_per_day',
  'system_loss',
  'wind_m_s',
  'anchor_scale',
] as const;

/** Texts for values that are codes, or in English. */
const MODEL_VALUES: Record<string, keyof ReportText['words']> = {
  hay_davies: 'hay_davies',
  free: 'free',
  'monthly mean day, Collares-Pereira & Rabl profile': 'monthlyMeanDay',
};

function modelRows({ header }: PvYieldArtifact, { words, number, quote }: ReportText): Row[] {
  const shown = (value: string | number): Cell => {
    if (typeof value === 'number') return number(value);
    return MODEL_VALUES[value] ? words[MODEL_VALUES[value]] : { html: quote(value) };
  };
  const rows = Object.entries(header.model).map(([key, value]): Row => {
    const name = MODEL_NAMES.find((known) => known === key);
    return [name ? words[name] : key, shown(value)];
  });
  const factors = header.era5_correction?.map((factor) => number(factor)).join(', ');
  return [
    ...rows,
    [words.era5Correction, factors ? fill(words.era5Factors, { factors }) : words.off],
  ];
}

function spreadTable(
  artifact: PvYieldArtifact,
  { years, source, plane_factors, plane_scatter_pct: scatterPct }: InterannualHeader,
  { words, number, quote }: ReportText,
): string {
  const { ghi_annual_sd_pct: sdPct = [] } = artifact;
  const { min, median, max } = spreadOf(
    Float64Array.from(coveredCells(artifact), (cell) => sdPct[cell]),
  );
  const planes = (textOf: (plane: number) => string) => {
    const [south, east, north, wall] = PLANES.map(([tilt, azimuth]) =>
      textOf(planeAt(tilt, azimuth)),
    );
    return fill(words.planes, { south, east, north, wall });
  };
  const rows: Row[] = [
    [words.yearCount, String(years)],
    [words.source, { html: quote(source) }],
    [
      words.yearSd,
      fill(words.yearSdRange, {
        median: number(median, 1),
        min: number(min, 1),
        max: number(max, 1),
      }),
    ],
    [words.planeFactors, planes((plane) => number(plane_factors[MONTHS][plane], 2))],
  ];
  if (scatterPct) {
    const scatter = planes((plane) => `${number(scatterPct[MONTHS][plane], 1)} %`);
    rows.push([words.planeScatter, scatter]);
  }
  return table(words.years, [], rows, 'words');
}

/** Tilt and azimuth of the planes whose spread is shown. */
const PLANES = [
  [40, 180],
  [40, 90],
  [40, 0],
  [90, 180],
] as const;

/** The parts of the uncertainty in the header's order. */
const PARTS = ['dataset', 'transposition', 'module', 'losses'] as const;

function uncertaintyTable(uncertainty: Uncertainty, { words, number, quote }: ReportText): string {
  const rows = PARTS.map((part): Row => {
    const { sd_pct, north, source } = uncertainty[part];
    const [sd, lat, northSd] = [sd_pct, north?.lat, north?.sd_pct].map((value) =>
      number(value ?? 0),
    );
    const share = north ? fill(words.sdNorth, { sd, lat, north: northSd }) : `${sd} %`;
    return [words[`part_${part}`], share, { html: quote(source) }];
  });
  return table(words.uncertainty, [], rows, 'words');
}

function manifestHtml(manifest: Manifest, { words }: ReportText): string[] {
  const rows = manifest.inputs.map(({ path, bytes, sha256 }): Row => [path, String(bytes), sha256]);
  return [
    `<details>${element('summary', fill(words.inputFiles, { count: rows.length }))}`,
    table(words.inputs, [words.file, words.bytes, 'SHA-256'], rows, 'compact'),
    '</details>',
    `<details>${element('summary', words.recipe)}`,
    `<pre tabindex="0">${escapeText(JSON.stringify(manifest.parameters, null, 2))}</pre>`,
    '</details>',
  ];
}
