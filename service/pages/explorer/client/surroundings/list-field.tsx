import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { usePage } from '../../use-page.ts';

/** PVGIS' file of a horizon has 4 kB. */
const MOST_BYTES = 1_000_000;

interface ListFieldProps {
  name: 'horizonDeg' | 'shadingPct' | 'snowPct';
  label: string;
  hint: string;
  /** Message for a text that is no such list. */
  wrong: string;
  placeholder?: string;
  /** Label of a file that may be read in the place of a text. */
  fileLabel?: string;
  /** Reads a text that is not empty. Null for one that is no such list. */
  read(text: string): readonly number[] | null;
  children?: ComponentChildren;
}

/** A list of numbers in one field. An empty one, and one of zeros, is none. */
export function ListField({ name, fileLabel, read, children, ...texts }: ListFieldProps) {
  const { state, change } = usePage();
  const id = useId();
  /** Text that is being typed, and one that is no list until it is mended. */
  const [text, setText] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const take = (typed: string) => {
    const list = typed.trim() === '' ? [] : read(typed);
    setWrong(list === null);
    if (!list) return;
    setText(null);
    change({ [name]: list.some((value) => value > 0) ? list : null });
  };
  return (
    <div class={`list-field ${name}`}>
      <label for={id}>{texts.label}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        placeholder={texts.placeholder}
        value={text ?? state[name]?.join(' ') ?? ''}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="soft small" role={isWrong ? 'alert' : undefined}>
        {isWrong ? texts.wrong : texts.hint}
      </p>
      {fileLabel && (
        <p>
          <label>
            {fileLabel}{' '}
            <input
              type="file"
              accept=".json,.csv,.txt,text/*"
              onChange={async ({ currentTarget: { files } }) => {
                if (!files?.[0]) return;
                if (files[0].size > MOST_BYTES) setWrong(true);
                else take(await files[0].text());
              }}
            />
          </label>
        </p>
      )}
      {children}
    </div>
  );
}
