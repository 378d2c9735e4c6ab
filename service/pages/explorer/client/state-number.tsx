import type { Words } from '../../messages/messages.ts';
import { NumberField } from '../../ui/number-field.tsx';
import type { PartProps } from '../state.ts';
import { NUMBERS } from '../url-state.ts';
import { ASSUMED } from './verdict.ts';

/** The state's numbers by their words. */
const KEYS = { use: 'useKwh', ev: 'evKmPerDay', ...ASSUMED } as const;

const FIELDS = Object.values(NUMBERS);

interface StateNumberProps extends PartProps<Words['earnings']> {
  word: keyof typeof KEYS;
}

/** A number of the state with the bounds that the address has. */
export function StateNumber({ word, state, change, words }: StateNumberProps) {
  const key = KEYS[word];
  const { min = 0, max = 0, decimals = 0 } = FIELDS.find((field) => field.key === key) ?? {};
  const partOf = (value: number): Partial<Record<typeof key, number>> => ({ [key]: value });
  return (
    <NumberField
      label={words[word]}
      unit={word === 'use' || word === 'ev' ? '' : words[`${word}Unit`]}
      value={state[key]}
      {...{ min, max, decimals }}
      onNumber={(value, gesture) => change(partOf(value), gesture)}
    />
  );
}
