import { useState } from 'preact/hooks';
import type { ExplorerState } from '../../shared/state.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { MeterClock, MeterYear } from './meter-file.ts';

type MeterReader = typeof import('./meter-file.ts');

/** A file that was read: it stays in the page's memory. */
export interface Meter {
  name: string;
  year: MeterYear;
}

export interface MeterProps {
  state: ExplorerState;
  words: Words['earnings'];
  meter: Meter | null;
  setMeter(meter: Meter | null): void;
  /** Address of the script that reads a meter's file. */
  meterUrl: string;
}

const CLOCKS: readonly [MeterClock, keyof Words['earnings']][] = [
  ['auto', 'clockAuto'],
  ['swedish', 'clockSwedish'],
  ['winter', 'clockWinter'],
  ['utc', 'clockUtc'],
];

let failures = 0;

/**
 * Loads the script that reads a meter's file; null if it cannot be loaded. A browser may keep the failure
 * of an address for as long as the page lives, so the next try has an address of its own.
 */
async function meterReader(url: string): Promise<MeterReader | null> {
  try {
    return await import(failures === 0 ? url : `${url}?try=${failures}`);
  } catch {
    failures++;
    return null;
  }
}

/** Reads a file dropped or chosen, in the browser; it is sent nowhere but as hours of a calculation. */
export function MeterInput({ state, words, meter, setMeter, meterUrl }: MeterProps) {
  const [file, setFile] = useState<File | null>(null);
  const [clock, setClock] = useState<MeterClock>('auto');
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (chosen: File, by: MeterClock) => {
    setFile(chosen);
    const reader = await meterReader(meterUrl);
    if (!reader) return setProblem(words.meterNoReader);
    const { readMeterFile, MeterProblem } = reader;
    try {
      setMeter({ name: chosen.name, year: readMeterFile(await chosen.text(), by) });
      setProblem(null);
    } catch (error) {
      if (!(error instanceof MeterProblem)) throw error;
      setMeter(null);
      setProblem(fill(words[`problem_${error.reason}`], error.values));
    }
  };
  const take = (files: FileList | null | undefined) => files?.[0] && read(files[0], clock);
  const drop = () => {
    setFile(null);
    setProblem(null);
    setMeter(null);
  };
  return (
    <fieldset
      class="meter"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files);
      }}
    >
      <legend>{words.meter}</legend>
      <p class="soft small">{words.meterHint}</p>
      <label>
        {words.meterChoose}{' '}
        <input
          type="file"
          accept=".csv,.txt,.json,text/*"
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>{' '}
      <label>
        {words.meterClock}{' '}
        <select
          value={clock}
          onChange={(event) => {
            const by = CLOCKS[event.currentTarget.selectedIndex][0];
            setClock(by);
            if (file) read(file, by);
          }}
        >
          {CLOCKS.map(([name, word]) => (
            <option key={name} value={name}>
              {words[word]}
            </option>
          ))}
        </select>
      </label>
      <p role="alert" class="problem">
        {problem}
      </p>
      {meter && (
        <div role="status">
          <p>{describeMeter(meter, words, state.lang)}</p>
          <ul class="small">
            {meter.year.notes.map(({ note, count }) => (
              <li key={note}>
                {fill(words[`note_${note}`], { count: formatNumber(count, state.lang) })}
              </li>
            ))}
          </ul>
          <button type="button" onClick={drop}>
            {words.meterDrop}
          </button>
        </div>
      )}
    </fieldset>
  );
}

function describeMeter(
  { name, year }: Meter,
  words: Words['earnings'],
  lang: ExplorerState['lang'],
): string {
  const sum = (hours: Float64Array) =>
    formatNumber(
      hours.reduce((all, kwh) => all + kwh, 0),
      lang,
    );
  const kwh = sum(year.importKwh);
  if (!year.exportKwh) return fill(words.meterRead, { name, kwh });
  return fill(words.meterBoth, { name, kwh, sold: sum(year.exportKwh) });
}
