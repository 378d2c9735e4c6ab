import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Language, Words } from '../../shared/words.ts';
import type { NamedClock } from './axis.ts';
import type { MeterFile } from './bytes.ts';

type Reader = typeof import('./read-meter.ts');

const loadReader = (url: string): Promise<Reader> => import(url);

interface FileInputProps {
  words: Words['earnings'];
  lang: Language;
  /** Class of its frame. */
  name: 'meter' | 'roof-log';
  legend: string;
  hint: string;
  /** Address of the script that reads files. */
  url: string;
  /** Takes files that were chosen. Rejects with a MeterProblem. */
  take(reader: Reader, files: MeterFile[], clock: NamedClock | null): Promise<void>;
  /** Forgets the file before. */
  drop(): void;
  /** Tells of the file that was read; null for none. */
  children: ComponentChildren;
}

const CLOCKS: readonly [NamedClock | null, keyof Words['earnings']][] = [
  [null, 'clockAuto'],
  ['swedish', 'clockSwedish'],
  ['winter', 'clockWinter'],
  ['utc', 'clockUtc'],
];

let failures = 0;

/**
 * Loads the script that reads a file; null if it cannot be loaded. A browser may keep the failure
 * of an address for as long as the page lives, so the next try has an address of its own.
 */
async function loadAgain(url: string): Promise<Reader | null> {
  try {
    return await loadReader(failures === 0 ? url : `${url}?try=${failures}`);
  } catch {
    failures++;
    return null;
  }
}

async function readBytes(file: File): Promise<MeterFile> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** Reads a file dropped or chosen, in the browser. */
export function FileInput(props: FileInputProps) {
  const { words, lang, name, legend, hint, url, take, drop, children } = props;
  const [files, setFiles] = useState<readonly File[]>([]);
  const [clock, setClock] = useState<NamedClock | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (chosen: readonly File[], by: NamedClock | null) => {
    setFiles(chosen);
    const reader = await loadAgain(url);
    if (!reader) return setProblem(words.meterNoReader);
    try {
      await take(reader, await Promise.all(chosen.map(readBytes)), by);
      setProblem(null);
    } catch (error) {
      if (!(error instanceof reader.MeterProblem)) throw error;
      drop();
      setProblem(reader.writeMessage(error.told, lang));
    }
  };
  const choose = (list: FileList | null | undefined) => list?.[0] && read([...list], clock);
  const remove = () => {
    setFiles([]);
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
          multiple
          accept=".csv,.txt,.json,.xlsx,.zip,text/*"
          onChange={(event) => choose(event.currentTarget.files)}
        />
      </label>{' '}
      <label>
        {words.meterClock}{' '}
        <select
          value={clock ?? ''}
          onChange={(event) => {
            const by = CLOCKS[event.currentTarget.selectedIndex][0];
            setClock(by);
            if (files.length > 0) read(files, by);
          }}
        >
          {CLOCKS.map(([name, word]) => (
            <option key={word} value={name ?? ''}>
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
