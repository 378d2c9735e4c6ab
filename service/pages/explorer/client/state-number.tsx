import type { Words } from '../../messages/messages.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { MAX_YEARLY_KWH, type PartProps } from '../state.ts';
import { ASSUMED } from './verdict.ts';

/** The state's own numbers by their words: their names, and the slider's ends and its step. */
const NUMBERS = {
  use: { name: 'useKwh', least: 0, most: MAX_YEARLY_KWH, step: 500 },
  ev: { name: 'evKmPerDay', least: 0, most: 300, step: 5 },
  level: { name: ASSUMED.level, least: -50, most: 100, step: 5 },
  rise: { name: ASSUMED.rise, least: -5, most: 10, step: 0.5 },
  interest: { name: ASSUMED.interest, least: 0, most: 10, step: 0.5 },
  life: { name: ASSUMED.life, least: 10, most: 40, step: 1 },
  inverter: { name: ASSUMED.inverter, least: 0, most: 40_000, step: 1000 },
  inverterYear: { name: ASSUMED.inverterYear, least: 1, most: 30, step: 1 },
  service: { name: ASSUMED.service, least: 0, most: 5000, step: 100 },
} as const;

interface StateNumberProps extends PartProps<Words['earnings']> {
  word: keyof typeof NUMBERS;
  /** Whether the number is only typed. */
  isPlain?: boolean;
}

/** A number that is ours until a person sets another. The slider reaches a typed one. */
export function StateNumber({ word, isPlain = false, state, change, words }: StateNumberProps) {
  const { name, least, most, step } = NUMBERS[word];
  const value = state[name];
  const tenths = step < 1 ? 10 : 1;
  const partOf = (chosen: number): Partial<Record<typeof name, number>> => ({ [name]: chosen });
  return (
    <NumberField
      isPlain={isPlain}
      label={words[word]}
      unit={words[`${word}Unit`]}
      value={value}
      min={Math.min(least, value)}
      max={Math.max(most, value)}
      step={step}
      onNumber={(chosen, gesture) => change(partOf(Math.round(tenths * chosen) / tenths), gesture)}
    />
  );
}
