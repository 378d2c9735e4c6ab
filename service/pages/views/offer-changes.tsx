import { fill, formatNumber } from '../shared/text.ts';
import type { Language, Words } from '../shared/words.ts';
import type { OfferDifferences } from './contract.ts';
import { type Difference, Differences } from './differences-table.tsx';
import { countDecimals } from './proposal-text.ts';

interface ChangesProps {
  words: Words['offer'];
  language: Language;
  changes: OfferDifferences;
}

/** What a customer who saw the version before has to read: before and now, side by side. */
export function OfferChanges({ words, language, changes }: ChangesProps) {
  const { title, rows, sumSek, toPaySek } = changes;
  const sek = (value: number) =>
    fill(words.sek, { value: formatNumber(value, language, countDecimals(value)) });
  const amount = (row: (typeof rows)[number]['now']) =>
    row
      ? `${formatNumber(row.quantity, language, countDecimals(row.quantity))} ${row.unit}, ${sek(row.sek)}`
      : words.absent;
  const lines: Difference[] = [
    ...(title ? [[words.name, title.before, title.now] satisfies Difference] : []),
    ...rows.map(({ what, before, now }): Difference => {
      return [what, amount(before), amount(now)];
    }),
    [words.sum, sek(sumSek.before), sek(sumSek.now)],
    [words.toPay, sek(toPaySek.before), sek(toPaySek.now)],
  ];
  return (
    <section class="panel" aria-labelledby="changes">
      <h2 id="changes">{words.changes}</h2>
      <Differences labelledBy="changes" before={words.before} now={words.now} lines={lines} />
    </section>
  );
}
