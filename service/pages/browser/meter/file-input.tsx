import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { fill } from '../../shared/text.ts';
import type { Language, Words } from '../../shared/words.ts';
import type { MeterClock } from './meter-file.ts';
import type { MeterProblem } from './meter-table.ts';

/** A script that reads files, with its own class of problems. */
interface Reader {
  MeterProblem: typeof MeterProblem;
}

interface FileInputProps<Script extends Reader> {
  words: Words['earnings'];
  lang: Language;
  /** Class of its frame. */
  name: 'meter' | 'roof-log';
  legend: string;
  hint: string;
  /** Loads the script. */
  load(url: string): Promise<Script>;
  url: string;
  /** Takes a file that was chosen. Rejects with a MeterProblem. */
  take(reader: Script, name: string, text: string, clock: MeterClock): Promise<void>;
  /** Forgets the file before. */
  drop(): void;
  /** Tells of the file that was read; null for none. */
  children: ComponentChildren;
}

const CLOCKS: readonly [MeterClock, keyof Words['earnings']][] = [
  ['auto', 'clockAuto'],
  ['swedish', 'clockSwedish'],
  ['winter', 'clockWinter'],
  ['utc', 'clockUtc'],
];

let failures = 0;

/**
 * Loads the script that reads a file; null if it cannot be loaded. A browser may keep the failure
 * of an address for as long as the page lives, so the next try has an address of its own.
 */
async function loadReader<Script>(
  load: (url: string) => Promise<Script>,
  url: string,
): Promise<Script | null> {
  try {
    return await load(failures === 0 ? url : `${url}?try=${failures}`);
  } catch {
    failures++;
    return null;
  }
}

/** Reads a file dropped or chosen, in the browser. */
export function FileInput<Script extends Reader>(props: FileInputProps<Script>) {
  const { words, lang, name, legend, hint, url, load, take, drop, children } = props;
  const [file, setFile] = useState<File | null>(null);
  const [clock, setClock] = useState<MeterClock>('auto');
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (chosen: File, by: MeterClock) => {
    setFile(chosen);
    const reader = await loadReader(load, url);
    if (!reader) return setProblem(words.meterNoReader);
    try {
      await take(reader, chosen.name, await chosen.text(), by);
      setProblem(null);
    } catch (error) {
      if (!(error instanceof reader.MeterProblem)) throw error;
      drop();
      setProblem(fill(error.sentences[lang], error.values));
    }
  };
  const choose = (files: FileList | null | undefined) => files?.[0] && read(files[0], clock);
  const remove = () => {
    setFile(null);
    setProblem(null);
    drop();
  };
  return (
    <fieldset
      class={name}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer?.files);
      }}
    >
      <legend>{legend}</legend>
      <p class="soft small">{hint}</p>
      <label>
        {words.meterChoose}{' '}
        <input
          type="file"
          accept=".csv,.txt,.json,text/*"
          onChange={(event) => choose(event.currentTarget.files)}
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
      {children && (
        <div role="status">
          {children}
          <button type="button" onClick={remove}>
            {words.meterDrop}
          </button>
        </div>
      )}
    </fieldset>
  );
}
