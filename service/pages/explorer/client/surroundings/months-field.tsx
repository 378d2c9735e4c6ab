import { useId, useState } from 'preact/hooks';
import { readMonths } from '../../url-state.ts';
import { usePage } from '../../use-page.ts';

interface MonthsFieldProps {
  name: 'snowPct' | 'shadingPct';
  label: string;
  hint: string;
  placeholder: string;
}

/** The share of each month that is lost, as twelve numbers in one field. An empty one is no loss. */
export function MonthsField({ name, ...texts }: MonthsFieldProps) {
  const { state, change, words } = usePage();
  const id = useId();
  /** Text that is being typed, and one that is no year of percents until it is mended. */
  const [text, setText] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const take = (typed: string) => {
    const items = typed.trim() === '' ? [] : typed.trim().split(/[\s,;]+/);
    const months = readMonths(items);
    const isYear = months !== null || items.every((item) => Number(item) === 0);
    setWrong(!isYear);
    if (!isYear) return;
    setText(null);
    change({ [name]: months });
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
        {isWrong ? words.monthsWrong : texts.hint}
      </p>
    </div>
  );
}
