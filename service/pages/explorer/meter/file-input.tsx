import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { KnownRoof } from '#engine/meter/year/roof-year.ts';
import { usePage } from '../use-page.ts';
import type { AcceptedYear } from './meter-panel.tsx';

interface FileInputProps {
  /** Class of its frame. */
  name: 'meter' | 'roof-log';
  legend: string;
  hint: string;
  /** Finds what is known of the roof. Null for a house. */
  readRoof: (() => Promise<KnownRoof>) | null;
  /** Takes the year that a person has accepted, and the names of its files. Null for none. */
  take(year: (AcceptedYear & { name: string }) | null): void;
  /** Content that follows from the year. */
  children: ComponentChildren;
}

/** Reads files dropped or chosen, in the browser. */
export function FileInput({ name, legend, hint, readRoof, take, children }: FileInputProps) {
  const { earnings: words, state, meterWorkerUrl } = usePage();
  const room = useRef<HTMLDivElement>(null);
  const close = useRef<(() => void) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = () => setProblem(words.meterNoReader);
  const remove = () => {
    close.current?.();
    close.current = null;
    setOpen(false);
    setProblem(null);
    take(null);
  };
  const read = async (files: File[]) => {
    remove();
    const script = await import('./meter-panel.tsx').catch(() => null);
    if (!script || !room.current) return fail();
    const names = files.map((file) => file.name);
    const shown = names.length > 2 ? `${names[0]} … ${names[names.length - 1]}` : names.join(', ');
    setOpen(true);
    close.current = script.openMeterPanel(room.current, {
      files,
      lang: state.lang,
      roof: readRoof && (await readRoof()),
      workerUrl: meterWorkerUrl,
      use: (year) => take(year && { ...year, name: shown }),
      fail,
    });
  };
  const choose = (list: FileList | null | undefined) => list?.[0] && read([...list]);
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
          accept=".csv,.txt,.tsv,.json,.xlsx,.zip,.gz,text/*"
          onChange={(event) => choose(event.currentTarget.files)}
        />
      </label>
      <p role="alert" class="problem">
        {problem}
      </p>
      <div ref={room} />
      <div role="status">{children}</div>
      {isOpen && (
        <button type="button" onClick={remove}>
          {words.meterDrop}
        </button>
      )}
    </fieldset>
  );
}
