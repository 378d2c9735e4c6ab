import type { Choices } from '#engine/meter/columns/choices.ts';
import type { NamedClock, Stamp } from '#engine/meter/times/axis.ts';
import type { DateOrder } from '#engine/meter/times/times.ts';
import type { DecimalSign } from '#engine/meter/values/numbers.ts';
import type { Language } from '../../messages/messages.ts';
import type { WritingView } from './meter-answer.ts';
import { Select } from './panel-select.tsx';
import words from './panel-words.json' with { type: 'json' };

interface WritingProps {
  writing: WritingView;
  change(part: Partial<Choices>): void;
  lang: Language;
}

const CLOCKS: readonly NamedClock[] = ['swedish', 'winter', 'utc'];
const STAMPS: readonly Stamp[] = ['start', 'end'];
const ORDERS: readonly DateOrder[] = ['dmy', 'mdy', 'ymd'];
const SIGNS: readonly (readonly [DecimalSign, 'decimal_comma' | 'decimal_point'])[] = [
  [',', 'decimal_comma'],
  ['.', 'decimal_point'],
];

/** How the file writes its times and numbers: what is open to be read in another way. */
export function WritingChoices({ writing, change, lang }: WritingProps) {
  const text = words[lang];
  const { order, decimal, clock, stamp } = writing;
  return (
    <fieldset>
      <legend>{text.writing}</legend>
      {clock && (
        <Select
          label={text.clock}
          value={clock}
          options={CLOCKS.map((name) => [name, text[`clock_${name}`]])}
          choose={(each) => change({ clock: each })}
        />
      )}
      {stamp && (
        <Select
          label={text.stamp}
          value={stamp}
          options={STAMPS.map((name) => [name, text[`stamp_${name}`]])}
          choose={(each) => change({ stamp: each })}
        />
      )}
      {order && (
        <Select
          label={text.order}
          value={order}
          options={ORDERS.map((name) => [name, text[`order_${name}`]])}
          choose={(each) => change({ order: each })}
        />
      )}
      {decimal && (
        <Select
          label={text.decimal}
          value={decimal}
          options={SIGNS.map(([sign, name]) => [sign, text[name]])}
          choose={(each) => change({ decimal: each })}
        />
      )}
    </fieldset>
  );
}
