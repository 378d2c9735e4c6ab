import type { Choices } from '#engine/meter/columns/choices.ts';
import type { Language } from '../../messages/messages.ts';
import type { WritingView } from './meter-answer.ts';
import { Select } from './panel-select.tsx';
import words from './panel-words.json' with { type: 'json' };

interface WritingProps {
  writing: WritingView;
  change(part: Partial<Choices>): void;
  lang: Language;
}

type Texts = keyof typeof words.sv;

/** Ways to read each part of a writing, by the names of their texts. */
const WAYS: { [Part in keyof WritingView]: Record<NonNullable<WritingView[Part]>, Texts> } = {
  clock: { swedish: 'clock_swedish', winter: 'clock_winter', utc: 'clock_utc' },
  stamp: { start: 'stamp_start', end: 'stamp_end' },
  order: { dmy: 'order_dmy', mdy: 'order_mdy', ymd: 'order_ymd' },
  decimal: { ',': 'decimal_comma', '.': 'decimal_point' },
};

/** How the file writes its times and numbers: what is open to be read in another way. */
export function WritingChoices({ writing, change, lang }: WritingProps) {
  const text = words[lang];
  const parts = Object.keys(WAYS) as (keyof WritingView)[];
  return (
    <fieldset>
      <legend>{text.writing}</legend>
      {parts.map((part) => {
        const value: string | null = writing[part];
        const ways = Object.entries<Texts>(WAYS[part]);
        return (
          value && (
            <Select
              key={part}
              label={text[part]}
              value={value}
              options={ways.map(([way, name]) => [way, text[name]])}
              choose={(way) => change({ [part]: way })}
            />
          )
        );
      })}
    </fieldset>
  );
}
