import { useState } from 'preact/hooks';
import { CLOCK_HOURS, MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import { usePage } from '../use-page.ts';
import allWords from './roof-hours-words.json' with { type: 'json' };

/** The hours of the roof's year to download, computed when they are wanted. */
export function RoofHours() {
  const { state, words, local } = usePage();
  const { download, hint } = allWords[state.lang];
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

/** Writes the hours of a year as CSV. */
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
