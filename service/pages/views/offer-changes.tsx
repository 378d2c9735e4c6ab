import { fill, formatNumber } from '../shared/text.ts';
import type { Language, Words } from '../shared/words.ts';
import type { OfferDifferences } from './contract.ts';
import { countDecimals } from './proposal-text.ts';
import { Wide } from './scrolling.tsx';

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
  const lines: [string, string, string][] = [
    ...(title ? [[words.name, title.before, title.now] satisfies [string, string, string]] : []),
    ...rows.map(({ what, before, now }): [string, string, string] => {
      return [what, amount(before), amount(now)];
    }),
    [words.sum, sek(sumSek.before), sek(sumSek.now)],
    [words.toPay, sek(toPaySek.before), sek(toPaySek.now)],
  ];
  return (
    <section class="panel" aria-labelledby="changes">
      <h2 id="changes">{words.changes}</h2>
      <Wide labelledBy="changes">
        <table class="figures differences">
          <thead>
            <tr>
              <td />
              <th scope="col">{words.before}</th>
              <th scope="col">{words.now}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([what, before, now]) => (
              <tr>
                <th scope="row">{what}</th>
                <td>{before}</td>
                <td>{now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}
