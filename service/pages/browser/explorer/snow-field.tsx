import { useId, useState } from 'preact/hooks';
import type { PartProps } from '../../shared/state.ts';
import { readMonths } from '../../shared/url-state.ts';
import type { Words } from '../../shared/words.ts';

/** The share of each month that snow takes, as twelve numbers in one field; an empty one is no snow. */
export function SnowField({ state, change, words }: PartProps<Words['explorer']>) {
  const id = useId();
  /** Text that is being typed, and one that is no year of percents until it is mended. */
  const [text, setText] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const take = (typed: string) => {
    const items = typed.trim() === '' ? [] : typed.trim().split(/[\s,;]+/);
    const snowPct = readMonths(items);
    const isYear = snowPct !== null || items.length === 0;
    setWrong(!isYear);
    if (!isYear) return;
    setText(null);
    change({ snowPct });
  };
  return (
    <details class="snow-loss" open={state.snowPct !== null}>
      <summary>{words.snow}</summary>
      <label for={id}>{words.snowMonths}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        placeholder="50 40 20 5 0 0 0 0 0 0 10 30"
        value={text ?? state.snowPct?.join(' ') ?? ''}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="soft small" role={isWrong ? 'alert' : undefined}>
        {isWrong ? words.snowWrong : words.snowHint}
      </p>
    </details>
  );
}
