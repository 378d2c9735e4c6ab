import { YEARS } from '#engine/cash-flow.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { fill, formatNumber } from '../messages/format.ts';
import { FigureTable, type TableRow } from '../server/figure-table.tsx';
import { yearLines } from '../ui/charts/year-lines.ts';
import { describeAgeing, nameSystem, type PartProps } from './proposal-text.ts';

/** Width of a phone, so that the texts can be read there. */
const CHART_WIDTH = 310;
const SHOWN_YEARS = [0, 1, 5, 10, 15, 20, YEARS];

/** The money left after each year, as a drawing and as a table. */
export function CashFlow({ words, proposal }: PartProps) {
  const { language } = proposal;
  const { proposed, systems: all } = proposal.figures;
  const systems = [proposed, ...all.filter((system) => system !== proposed)];
  const heads = [words.afterYears, ...systems.map((one) => nameSystem(words, one, language))];
  const rows = SHOWN_YEARS.map((year): TableRow => {
    const sek = ({ cashSek }: PricedSystem) =>
      formatNumber(Math.round(cashSek[year]) + 0, language);
    return [year, systems.map(sek)];
  });
  return (
    <section class="panel" aria-labelledby="cash">
      <h2 id="cash">{words.cash}</h2>
      <div class="beside">
        <div
          class="drawing"
          dangerouslySetInnerHTML={{ __html: drawCashFlow(systems, { words, proposal }) }}
        />
        <FigureTable kind="figures" heads={heads} rows={rows} />
      </div>
      <p class="soft note">
        {fill(words.cashNote, {
          ...describeAgeing(proposal.state, language),
          left: proposal.state.inverter ? words.leftOut : words.leftOutToo,
        })}
      </p>
    </section>
  );
}

function drawCashFlow(systems: readonly PricedSystem[], { words, proposal }: PartProps): string {
  const { language } = proposal;
  const sek = (value: number) => formatNumber(Math.round(value) + 0, language);
  const description = systems
    .map((system) =>
      fill(words.cashSummary, {
        system: nameSystem(words, system, language),
        first: sek(system.cashSek[0]),
        last: sek(system.cashSek[YEARS]),
      }),
    )
    .join(' ');
  const caption = { title: words.cashTitle, subtitle: words.cashUnit, description };
  const lines = systems.map((system) => ({
    name: nameSystem(words, system, language),
    values: system.cashSek,
  }));
  return yearLines(caption, lines, { label: words.cashYear, format: sek }, CHART_WIDTH);
}
