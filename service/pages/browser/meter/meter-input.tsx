import type { ExplorerState } from '../../shared/state.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { MeterHours } from '../local/local-calls.ts';
import { NO_CHOICES } from './choices.ts';
import { FileInput } from './file-input.tsx';
import { MeterNotes } from './meter-notes.tsx';

/** A file that was read: it stays in the page's memory. */
export interface Meter {
  name: string;
  year: MeterHours;
  notes: string[];
}

export interface MeterProps {
  state: ExplorerState;
  words: Words['earnings'];
  meter: Meter | null;
  setMeter(meter: Meter | null): void;
  /** Address of the script that reads a meter's file. */
  meterUrl: string;
}

/** Reads a meter's file, which is sent nowhere but as hours of a calculation. */
export function MeterInput({ state, words, meter, setMeter, meterUrl }: MeterProps) {
  return (
    <FileInput
      words={words}
      lang={state.lang}
      name="meter"
      legend={words.meter}
      hint={words.meterHint}
      url={meterUrl}
      take={async ({ readMeter, writeMessage }, files, clock) => {
        const found = await readMeter(files, null, { ...NO_CHOICES, clock });
        const year = { importKwh: found.kwh, exportKwh: found.soldKwh };
        const notes = [...found.questions, ...found.notes];
        setMeter({
          name: files.map(({ name }) => name).join(', '),
          year,
          notes: notes.map((note) => writeMessage(note, state.lang)),
        });
      }}
      drop={() => setMeter(null)}
    >
      {meter && (
        <>
          <p>{describeMeter(meter, words, state.lang)}</p>
          <MeterNotes notes={meter.notes} />
        </>
      )}
    </FileInput>
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
