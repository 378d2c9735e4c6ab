import type { Gap } from '#engine/meter/year/gaps.ts';
import { sum } from '#engine/statistics.ts';
import { fill, formatNumber, listMonths } from '../../messages/format.ts';
import type { Language } from '../../messages/messages.ts';
import type { YearView } from './meter-answer.ts';
import words from './panel-words.json' with { type: 'json' };
import { writeTime } from './write-time.ts';

interface FactsProps {
  year: YearView;
  hasTimes: boolean;
  lang: Language;
}

/** Step, period and gaps. */
export function Facts({ year, hasTimes, lang }: FactsProps) {
  const text = words[lang];
  const steps = year.steps.map((minutes) => fill(text.minutes, { minutes })).join(', ');
  const period = [year.fromMs, year.toMs].map(writeTime).join(' – ');
  const facts = [
    ...(hasTimes ? [[text.step, [steps]] as const, [text.period, [period]] as const] : []),
    [text.gaps, listGaps(year.gaps, lang)] as const,
  ];
  return (
    <dl class="small">
      {facts.map(([name, values]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {values.map((value) => (
              <div key={value}>{value}</div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** More gaps than these are only counted. */
const MOST_GAPS = 10;

function listGaps(gaps: readonly Gap[], lang: Language): string[] {
  const text = words[lang];
  if (gaps.length === 0) return [text.noGaps];
  const first = gaps
    .slice(0, MOST_GAPS)
    .map(({ from, to, hours }) =>
      fill(text.gap, { from: writeHour(from, lang), to: writeHour(to, lang), hours }),
    );
  const rest = gaps.slice(MOST_GAPS);
  if (rest.length === 0) return first;
  const hours = formatNumber(sum(rest.map((gap) => gap.hours)), lang);
  return [...first, fill(text.moreGaps, { count: rest.length, hours })];
}

/** '12 aug 03:00': an hour of a year without 29 February. */
function writeHour(t: number, lang: Language): string {
  const date = new Date(Date.UTC(2023, 0, 1, t));
  const month = listMonths(lang)[date.getUTCMonth()];
  return `${date.getUTCDate()} ${month} ${date.toISOString().slice(11, 16)}`;
}
