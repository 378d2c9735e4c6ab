import {
  element,
  figures,
  paragraph,
  type Quoted,
  type Section,
  table,
} from '#common/charts/html-page.ts';
import { escapeText } from '#common/charts/svg.ts';
import { MONTHS, planeAt } from '../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type {
  FileRecord,
  InterannualHeader,
  Manifest,
  UncertainPart,
  Uncertainty,
} from '../../../schemas/types.ts';
import { coveredCells, spreadOf } from '../../dataset/dataset-figures.ts';
import type { ReportWords } from './words.ts';

/** The file that a report is about, and the record of its build, null if there is none. */
export interface ReportedFile {
  file: FileRecord;
  manifest: Manifest | null;
}

/** A row of a table: its name, and what it says. */
type Row = (string | Quoted)[];

/** Inputs of the dataset, and how it was made. */
export function provenanceSection(
  artifact: PvYieldArtifact,
  { file, manifest }: ReportedFile,
  words: ReportWords,
): Section {
  const { header } = artifact;
  const { provenance, quote } = words;
  const html = [
    `<p class="${isRecorded(file, manifest) ? '' : 'warn'}">${escapeText(recordText(file, manifest, words))}</p>`,
    figures(
      [
        table(provenance.dataset, [], datasetRows(artifact, file, words), 'words'),
        table(provenance.model, [], modelRows(artifact, words), 'words'),
        ...(header.uncertainty ? [uncertaintyTable(header.uncertainty, words)] : []),
        ...(header.interannual ? [spreadTable(artifact, header.interannual, words)] : []),
      ],
      440,
      '',
    ),
    element('h3', provenance.sources),
    `<ol>${header.sources.map((source) => element('li', quote(source))).join('')}</ol>`,
    element('h3', provenance.attribution),
    paragraph(quote(header.attribution)),
    ...(manifest ? manifestHtml(manifest, words) : []),
  ];
  return { id: 'provenance', title: provenance.title, html: html.join('\n') };
}

function isRecorded({ sha256 }: FileRecord, manifest: Manifest | null): boolean {
  return manifest?.outputs.some((output) => output.sha256 === sha256) ?? false;
}

function recordText(
  file: FileRecord,
  manifest: Manifest | null,
  { provenance }: ReportWords,
): string {
  if (!manifest) return provenance.noManifest;
  return isRecorded(file, manifest) ? provenance.recorded : provenance.unrecorded;
}

function datasetRows(
  { header }: PvYieldArtifact,
  file: FileRecord,
  { provenance, coverage, number }: ReportWords,
): Row[] {
  const { grid, filled_cells: filled } = header;
  return [
    [provenance.version, header.dataset_version],
    [provenance.generated, header.generated_at],
    [provenance.coverage, coverage(header.coverage)],
    [provenance.cells, provenance.step(number(header.cells), number(grid.step_deg))],
    ...(filled ? [[provenance.filled, provenance.filledCells(number(filled))] satisfies Row] : []),
    ...(header.accepted_ranges ?? []).map(
      ({ radiation_db, reason }): Row => [
        provenance.unusual(radiation_db),
        provenance.accepted(reason),
      ],
    ),
    ...(header.accepted_pixels ?? []).map(
      ({ radiation_db, reason }): Row => [
        provenance.wrongPixels(radiation_db),
        provenance.accepted(reason),
      ],
    ),
    [provenance.file, provenance.fileBytes(file.path, number(file.bytes))],
    ['SHA-256', file.sha256],
  ];
}

function modelRows(
  { header }: PvYieldArtifact,
  { provenance, quote, number, between }: ReportWords,
): Row[] {
  const names = new Map(Object.entries(provenance.modelNames));
  const named = Object.entries(header.model).map(
    ([name, value]): Row => [
      names.get(name) ?? name,
      typeof value === 'number' ? number(value) : quote(value),
    ],
  );
  const factors = header.era5_correction?.map((factor) => number(factor)).join(between);
  return [
    ...named,
    [provenance.correction, factors ? provenance.factors(factors) : provenance.off],
  ];
}

function spreadTable(
  artifact: PvYieldArtifact,
  { years, source, plane_factors, plane_scatter_pct: scatterPct }: InterannualHeader,
  { provenance, quote, number, range }: ReportWords,
): string {
  const { ghi_annual_sd_pct: sdPct = [] } = artifact;
  const { min, median, max } = spreadOf(
    Float64Array.from(coveredCells(artifact), (cell) => sdPct[cell]),
  );
  const planes = (textOf: (plane: number) => string) => {
    const [south, east, north, wall] = PLANES.map(([tilt, azimuth]) =>
      textOf(planeAt(tilt, azimuth)),
    );
    return provenance.planes(south, east, north, wall);
  };
  const all = range(number(min, 1), number(max, 1));
  const rows: Row[] = [
    [provenance.years, number(years)],
    [provenance.source, quote(source)],
    [provenance.yearSd, provenance.inMedianCell(number(median, 1), all)],
    [provenance.planeFactor, planes((plane) => number(plane_factors[MONTHS][plane], 2))],
  ];
  if (scatterPct) {
    rows.push([provenance.scatter, planes((plane) => `${number(scatterPct[MONTHS][plane], 1)} %`)]);
  }
  return table(provenance.spread, [], rows, 'words');
}

/** Tilt and azimuth of the planes that the spread is told of. */
const PLANES = [
  [40, 180],
  [40, 90],
  [40, 0],
  [90, 180],
] as const;

function uncertaintyTable(
  uncertainty: Uncertainty,
  { provenance, quote, number }: ReportWords,
): string {
  const names = new Map(Object.entries(provenance.uncertainParts));
  const parts: [string, UncertainPart][] = Object.entries(uncertainty);
  const rows = parts.map(
    ([part, { sd_pct, north, source }]): Row => [
      names.get(part) ?? part,
      north
        ? provenance.fromLatitude(number(sd_pct), number(north.lat), number(north.sd_pct))
        : `${number(sd_pct)} %`,
      quote(source),
    ],
  );
  return table(provenance.uncertain, [], rows, 'words');
}

function manifestHtml(manifest: Manifest, { provenance, number }: ReportWords): string[] {
  const rows = manifest.inputs.map(({ path, bytes, sha256 }): Row => [path, number(bytes), sha256]);
  return [
    `<details>${element('summary', provenance.inputFiles(manifest.inputs.length))}`,
    table(provenance.inputs, provenance.inputHeadings, rows, 'compact'),
    '</details>',
    `<details>${element('summary', provenance.recipe)}`,
    `<pre>${escapeText(JSON.stringify(manifest.parameters, null, 2))}</pre>`,
    '</details>',
  ];
}
