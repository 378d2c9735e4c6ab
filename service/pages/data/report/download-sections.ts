import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import type { FileRecord } from '../../../../schemas/types.ts';
import { fill } from '../../messages/format.ts';
import { element, paragraph, type Row, type Section, table } from '../../ui/charts/html-page.ts';
import type { ReportedFile } from './provenance-section.ts';
import type { ReportText } from './text.ts';

/** The project's default recipe. */
const DEFAULT_RECIPE = 'fixtures/recipe.json';

/** Texts about changes of the default dataset, by its versions. */
export const CHANGES: Record<string, keyof ReportText['words']> = {
  '1.2.0': 'changed120',
  '1.1.0': 'changed110',
  '1.0.0': 'changed100',
};

/** How to get the dataset, what is new in it, and how to build it again. */
export function downloadSections(
  artifact: PvYieldArtifact,
  reported: ReportedFile,
  text: ReportText,
): Section[] {
  const { manifest } = reported;
  const { words } = text;
  const version = artifact.header.dataset_version;
  const recipe = manifest?.inputs[0]?.path ?? null;
  return [
    { id: 'download', title: words.download, html: downloadTable(artifact, reported, text) },
    {
      id: 'changes',
      title: fill(words.changed, { version }),
      html: changesHtml(version, recipe, text),
    },
    ...(recipe ? [{ id: 'rebuild', title: words.rebuild, html: rebuildHtml(recipe, text) }] : []),
  ];
}

function downloadTable(
  { header }: PvYieldArtifact,
  { file, manifest }: ReportedFile,
  text: ReportText,
): string {
  const { words, quote } = text;
  const prices = manifest?.outputs.find(({ path }) => path.endsWith('/prices.bin'));
  const rows: Row[] = [
    [words.yields, fileText(file, text)],
    ['SHA-256', file.sha256],
    ...(prices
      ? [[words.prices, fileText(prices, text)] as const, ['SHA-256', prices.sha256] as const]
      : []),
    // The service puts links here.
    [words.exported, 'cells.csv, GeoTIFF: make export'],
    [words.licence, { html: quote(header.attribution) }],
    [
      words.format,
      fill(manifest ? words.binaryFormat : words.binary, {
        format: manifest?.format_version ?? '',
        file: 'schemas/artifact-format.md',
      }),
    ],
  ];
  return table(words.files, [], rows, 'words');
}

function fileText({ path, bytes }: FileRecord, { number }: ReportText): string {
  return `${path.slice(path.lastIndexOf('/') + 1)}, ${number(bytes / 1e6, 1)} MB`;
}

function changesHtml(version: string, recipe: string | null, { words }: ReportText): string {
  const known = recipe === DEFAULT_RECIPE ? CHANGES[version] : undefined;
  return paragraph(words[known ?? 'changedCompare']);
}

function rebuildHtml(recipe: string, { words }: ReportText): string {
  const option = recipe === DEFAULT_RECIPE ? '' : ` RECIPE=${recipe}`;
  const commands = ['make install', `make artifacts${option}`, 'sha256sum artifacts/pv-yield.bin'];
  return [paragraph(words.rebuildText), element('pre', commands.join('\n'), ' tabindex="0"')].join(
    '\n',
  );
}
