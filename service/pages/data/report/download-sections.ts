import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import type { FileRecord } from '../../../../schemas/types.ts';
import { element, paragraph, type Section, table } from '../../ui/charts/html-page.ts';
import type { ReportedFile } from './provenance-section.ts';

/** The project's default recipe. */
const DEFAULT_RECIPE = 'fixtures/recipe.json';

/** Changes of the default dataset, by its versions. */
export const CHANGES: Record<string, string> = {
  '1.1.0':
    'The outer islands Svenska Högarna, Söderarm and Malören with the waters around them, and Treriksröset, are covered. Yields and prices elsewhere are those of 1.0.0, and ranges between years moved in the last digit.',
  '1.0.0':
    'The file has format 2: one file is read into memory, and by ranges over HTTP. Readers of format 1 refuse it. Every yield and price is that of 0.6.0.',
};

/** How to get the dataset, what is new in it, and how to build it again. */
export function downloadSections(artifact: PvYieldArtifact, reported: ReportedFile): Section[] {
  const { manifest } = reported;
  const recipe = manifest?.inputs[0]?.path ?? null;
  return [
    { id: 'download', title: 'Download', html: downloadTable(artifact, reported) },
    {
      id: 'changes',
      title: `What changed in ${artifact.header.dataset_version}`,
      html: changesHtml(artifact.header.dataset_version, recipe),
    },
    ...(recipe ? [{ id: 'rebuild', title: 'Build it again', html: rebuildHtml(recipe) }] : []),
  ];
}

function downloadTable({ header }: PvYieldArtifact, { file, manifest }: ReportedFile): string {
  const prices = manifest?.outputs.find(({ path }) => path.endsWith('/prices.bin'));
  const rows = [
    ['Yields', fileText(file)],
    ['SHA-256', file.sha256],
    ...(prices
      ? [
          ['Prices', fileText(prices)],
          ['SHA-256', prices.sha256],
        ]
      : []),
    ['Licence and credit', header.attribution],
    [
      'Format',
      `Binary, ${manifest ? `format ${manifest.format_version}, ` : ''}described in schemas/artifact-format.md`,
    ],
  ];
  return table('Files of the dataset', [], rows, 'words');
}

/** A file's own name and its size. */
function fileText({ path, bytes }: FileRecord): string {
  return `${path.slice(path.lastIndexOf('/') + 1)}, ${(bytes / 1e6).toFixed(1)} MB`;
}

function changesHtml(version: string, recipe: string | null): string {
  const known = recipe === DEFAULT_RECIPE ? CHANGES[version] : undefined;
  const compare = 'Compare it with another build, cell by cell: make diff A=old.bin B=new.bin';
  return known ? paragraph(known) : paragraph(compare);
}

function rebuildHtml(recipe: string): string {
  const words = recipe === DEFAULT_RECIPE ? '' : ` RECIPE=${recipe}`;
  const commands = ['make install', `make artifacts${words}`, 'sha256sum artifacts/pv-yield.bin'];
  return [
    paragraph('In a checkout of the project. The last command prints the SHA-256 above.'),
    element('pre', commands.join('\n'), ' tabindex="0"'),
  ].join('\n');
}
