import { ValueTable } from '../explorer/answer/value-table.tsx';
import { fill, formatNumber, listMonths, nameCompass } from '../messages/format.ts';
import { FigureTable, type TableRow } from '../server/figure-table.tsx';
import { drawMonthBars } from '../ui/month-bars.ts';
import { formatShort, type PartProps } from './proposal-text.ts';

/** The faces and their yield month by month. */
export function Roof({ words, proposal }: PartProps) {
  const { language, state, figures } = proposal;
  const { annualKwh, kwp } = figures;
  const number = (value: number) => formatShort(value, language);
  const lead = fill(words.roofLead, {
    kwp: number(kwp),
    kwh: formatNumber(annualKwh, language),
    yield: formatNumber(kwp > 0 ? annualKwh / kwp : 0, language),
  });
  const faces = state.faces.map(({ tilt, azimuth, kwp: power }, i): TableRow => {
    const name = nameCompass(words.compass, azimuth);
    const facing = fill(words.wind, { name, value: number(azimuth) });
    const degrees = fill(words.degrees, { value: number(tilt) });
    return [i + 1, [facing, degrees, fill(words.kw, { value: number(power) })]];
  });
  return (
    <section class="panel roof" aria-labelledby="roof">
      <h2 id="roof">{words.roof}</h2>
      <p>{lead}</p>
      <div class="beside">
        <div>
          <FigureTable heads={[words.face, words.facing, words.tilt, words.power]} rows={faces} />
        </div>
        <figure>
          <figcaption>
            {words.months} <span class="soft">{words.monthsUnit}</span>
          </figcaption>
          <div
            class="drawing bars"
            dangerouslySetInnerHTML={{ __html: drawMonths({ words, proposal }) }}
          />
          <Months words={words} proposal={proposal} />
        </figure>
      </div>
    </section>
  );
}

function drawMonths({ words, proposal: { language, state } }: PartProps): string {
  const months = listMonths(language);
  const kwh = state.result.monthly_kwh;
  const [most, least] = [Math.max(...kwh), Math.min(...kwh)];
  const description = fill(words.monthsSummary, {
    best: months[kwh.indexOf(most)],
    worst: months[kwh.indexOf(least)],
    most: formatNumber(most, language),
    least: formatNumber(least, language),
  });
  const format = (value: number) => formatNumber(value, language);
  const label = `${words.months}. ${description}`;
  return drawMonthBars({ months, parts: [kwh], line: null, format, label, hasFigures: true });
}

function Months({ words, proposal: { language, state } }: PartProps) {
  const kwh = state.result.monthly_kwh.map((month) => formatNumber(month, language));
  return (
    <details>
      <summary>{words.asTable}</summary>
      <ValueTable
        head={words.month}
        rows={listMonths(language)}
        columns={[[words.monthsUnit, kwh]]}
      />
    </details>
  );
}
