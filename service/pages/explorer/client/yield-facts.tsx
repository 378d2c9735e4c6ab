import { useState } from 'preact/hooks';
import { CLOCK_HOURS, MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import { listCauses, type MonthsProps } from '../answer/months.tsx';
import { usePage } from '../use-page.ts';
import type { PlaceMatrix } from '../worker/local-calls.ts';
import { type RoofChance, reduceChance } from '../worker/roof-chance.ts';
import hoursWords from './roof-hours-words.json' with { type: 'json' };

interface YieldFactsProps extends Pick<MonthsProps, 'roof' | 'left'> {
  matrix: PlaceMatrix;
  /** Undefined until it is known, null where the dataset does not say. */
  chance: RoofChance | null | undefined;
}

/** The roof next to the best one here, and how sure its year is. */
export function YieldFacts({ matrix, roof, left, chance }: YieldFactsProps) {
  const { state, words } = usePage();
  const { lang } = state;
  const best = matrix.optimal;
  const causes = listCauses(state, words);
  const kwh = chance && reduceChance(chance, 1 - left.yearKwh / roof.yearKwh);
  return (
    <>
      <p>
        {fill(words.perKwp, { kwh: formatNumber(left.yearKwh / roof.kwp, lang) })}
        {' · '}
        {fill(causes ? words.ofBestFree : words.ofBest, {
          percent: formatNumber((100 * roof.yearKwh) / roof.kwp / best.annual_kwh_kwp, lang),
          tilt: best.tilt_deg,
          causes: causes ?? '',
        })}
      </p>
      {chance !== null && (
        <p class="chance">
          {fill(words.chance, {
            year: kwh ? formatNumber(kwh.yearKwh, lang) : '…',
            mean: kwh ? formatNumber(kwh.meanKwh, lang) : '…',
          })}
        </p>
      )}
      <RoofHours />
    </>
  );
}

/** The hours of the roof's year to download, computed when they are wanted. */
function RoofHours() {
  const { state, words, local } = usePage();
  const { download, hint } = hoursWords[state.lang];
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    const hours = await local.hours(state).catch(() => null);
    setFailed(!hours);
    if (hours) saveFile('roof-hours.csv', writeHours(hours));
  };
  return (
    <p class="small">
      <button type="button" onClick={save}>
        {download}
      </button>{' '}
      <span role="status">{hasFailed ? words.failed : hint}</span>
    </p>
  );
}

function writeHours(kwh: Float64Array): string {
  const days = MONTH_DAYS.flatMap((count, month) =>
    Array.from({ length: count }, (_, day) => `${month + 1},${day + 1}`),
  );
  const lines = Array.from(kwh, (value, hour) => {
    const day = days[Math.floor(hour / CLOCK_HOURS)];
    return `${day},${hour % CLOCK_HOURS},${value.toFixed(4)}\n`;
  });
  return `month,day,hour,kwh\n${lines.join('')}`;
}

function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
