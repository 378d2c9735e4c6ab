import { formerFigures } from '#engine/economy/proposal-figures.ts';
import type { FormerProposal } from '../../../schemas/types.ts';
import { fill, formatNumber } from '../messages/format.ts';
import { FigureTable } from '../server/figure-table.tsx';
import { Wide } from '../server/scrolling.tsx';
import { describeSystem, formatSek, formatShort, type PartProps } from './proposal-text.ts';

/** Changes since the previous version: system, price and saving. */
export function ChangesOfProposal({ words, proposal }: PartProps) {
  const { state } = proposal;
  if (!state.former) return null;
  const before = listFigures({ words, proposal }, state.former);
  const now = listFigures({ words, proposal }, formerFigures(state));
  const rows = now.filter(([, text], i) => text !== before[i][1]);
  if (rows.length === 0) return null;
  const textBefore = new Map(before);
  return (
    <section class="panel on-screen" aria-labelledby="changed">
      <h2 id="changed">{words.changed}</h2>
      <Wide labelledBy="changed">
        <FigureTable
          kind="figures differences"
          heads={['', words.before, words.now]}
          rows={rows.map(([what, text]) => [what, [textBefore.get(what), text]])}
        />
      </Wide>
    </section>
  );
}

function listFigures(
  { words, proposal: { language } }: PartProps,
  figures: FormerProposal,
): [what: string, text: string][] {
  const { kwp, system: kind, battery_kwh: batteryKwh, charging_points: chargerCount } = figures;
  const sek = (value: number) => formatSek(words, value, language);
  return [
    [words.offerScope, describeSystem(words, { kind, batteryKwh, chargerCount }, language)],
    [words.power, fill(words.kw, { value: formatShort(kwp, language) })],
    [words.sum, sek(figures.price_sek)],
    [words.toPay, sek(figures.net_sek)],
    [words.saving, formatNumber(figures.saving_sek, language)],
  ];
}
