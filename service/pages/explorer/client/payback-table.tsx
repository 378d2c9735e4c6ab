import { fill, formatNumber } from '../../messages/format.ts';
import { ValueTable } from '../answer/value-table.tsx';
import { formatSpan } from '../answer/verdict.ts';
import type { Figures } from '../answer/views.ts';
import { usePage } from '../use-page.ts';
import { nameOwners } from './economy.tsx';

/** Cost, deduction and payback of the panels and of each battery by itself. */
export function PaybackTable({ figures: { state, verdict } }: { figures: Figures }) {
  const { earnings: words } = usePage();
  const { lang, owners, lifeYears } = state;
  const { panels, arePanelsBought, batteries } = verdict;
  const sek = (value: number) => formatNumber(value, lang);
  const span = (years: number | null, life: number) =>
    formatSpan(years, life, words, lang, 'table');
  const bought = { ...panels, name: words.panels, lifeYears, run: '' };
  const parts = [
    ...(arePanelsBought ? [bought] : []),
    ...batteries.map((one) => ({ ...one, name: `${one.kwh} kWh`, run: words[one.strategy] })),
  ];
  const columns: [head: string, textOf: (part: (typeof parts)[number]) => string][] = [
    [words.tableSaves, ({ savingSek }) => sek(savingSek)],
    [words.tableStrategy, ({ run }) => run],
    [words.tableCost, ({ priceSek }) => sek(priceSek)],
    [words.tableDeduction, ({ priceSek, netSek }) => sek(priceSek - netSek)],
    [words.tableBefore, (part) => span(part.paybackYearsWithoutDeduction, part.lifeYears)],
    [words.tableAfter, (part) => span(part.paybackYears, part.lifeYears)],
  ];
  return (
    <>
      <p class="soft small">{fill(words.costsAre, { owners: nameOwners(words, owners) })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways on a phone */}
      <section class="wide" tabIndex={0} aria-label={words.tableTitle}>
        <ValueTable
          head={words.tableSize}
          rows={parts.map(({ name }) => name)}
          columns={columns.map(([head, textOf]) => [head, parts.map(textOf)])}
        />
      </section>
    </>
  );
}
