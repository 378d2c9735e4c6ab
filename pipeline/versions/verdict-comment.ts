import type { DatasetDiff } from '../compare/compare-datasets.ts';
import { percent, placesText } from '../compare/comparison-text.ts';
import { MONTH_NAMES } from '../dataset/dataset-figures.ts';
import type { Verdict } from './version-verdict.ts';

/**
 * A verdict on two builds as Markdown, for a comment on a pull request: what is due, why, and how far
 * yields and irradiation moved by month.
 * @param comparison the figures, or the sentence that says why there are none
 */
export function verdictComment(verdict: Verdict, comparison: DatasetDiff | string): string {
  return [`### ${heading(verdict)}`, '', verdict.message, '', ...figures(comparison), ''].join(
    '\n',
  );
}

function heading({ ok, requiredBump }: Verdict): string {
  if (requiredBump === 'none')
    return ok ? 'Dataset: unchanged' : 'Dataset: the version moved, the data did not';
  return ok
    ? `Dataset: ${requiredBump} change, announced`
    : `Dataset: ${requiredBump} bump is required`;
}

function figures(comparison: DatasetDiff | string): string[] {
  if (typeof comparison === 'string') return [comparison];
  const { cells, onlyA, onlyB, yield: yields, ghi } = comparison;
  return [
    `${cells.length} cells in both. Removed: ${placesText(onlyA)}. New: ${placesText(onlyB)}.`,
    '',
    '| % of the old value | yield, median | yield, most | GHI, median | GHI, most |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...yields.map((movement, period) => {
      const irradiation = ghi[period];
      const shares = [movement.median, movement.max, irradiation.median, irradiation.max];
      const name = MONTH_NAMES[period] ?? '**Year**';
      return `| ${name} | ${shares.map((share) => percent(share)).join(' | ')} |`;
    }),
  ];
}
