import { fill, formatNumber } from '../../messages/format.ts';
import type { Language } from '../../messages/messages.ts';
import type { ColumnView, YearView } from './meter-answer.ts';
import words from './panel-words.json' with { type: 'json' };

interface PreviewProps {
  columns: readonly ColumnView[];
  times: readonly string[];
  lang: Language;
}

/** The first rows as they were read. */
export function Preview({ columns, times, lang }: PreviewProps) {
  const text = words[lang];
  const rows = columns[0].samples.map((_, row) => row);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways on a phone
    <section class="wide" tabIndex={0} aria-label={text.rows}>
      <table>
        <caption>{text.rows}</caption>
        <thead>
          <tr>
            <th scope="col">{text.time}</th>
            {columns.map(({ name }, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{times[row] ?? row + 1}</th>
              {columns.map(({ samples }, at) => (
                <td key={at}>{writeSample(samples[row], lang)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function writeSample(value: number | undefined, lang: Language): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  return formatNumber(value, lang, Number.isInteger(value) ? 0 : 3);
}

const DAYS = 365;
const DAY_HOURS = 24;
const HEIGHT = 60;

/** The year by day: what was bought or produced above the line, what was sold below it. */
export function YearChart({ year: { kwh, soldKwh }, lang }: { year: YearView; lang: Language }) {
  const days = sumDays(kwh);
  const sold = soldKwh && sumDays(soldKwh);
  const most = [...days, ...(sold ?? [])].reduce((a, b) => Math.max(a, b), 1e-9);
  const height = sold ? 2 * HEIGHT : HEIGHT;
  const label = fill(words[lang].chart, { kwh: formatNumber(most, lang, most < 10 ? 1 : 0) });
  return (
    <svg
      class="year-days"
      viewBox={`0 0 ${DAYS} ${height}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      <path class="day-bought" d={drawBars(days, most, -1)} />
      {sold && <path class="day-sold" d={drawBars(sold, most, 1)} />}
    </svg>
  );
}

function sumDays(kwh: Float64Array): number[] {
  return Array.from({ length: DAYS }, (_, day) =>
    kwh.subarray(day * DAY_HOURS, (day + 1) * DAY_HOURS).reduce((total, each) => total + each, 0),
  );
}

function drawBars(days: readonly number[], most: number, direction: 1 | -1): string {
  const bars = days.map((kwh, day) => {
    const tall = ((direction * HEIGHT * kwh) / most).toFixed(1);
    return `M${day} ${HEIGHT}v${tall}h.9V${HEIGHT}z`;
  });
  return bars.join('');
}
