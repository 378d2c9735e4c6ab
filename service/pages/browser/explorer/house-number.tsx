import { DEFAULT_STATE, type PartProps } from '../../shared/state.ts';
import type { Words } from '../../shared/words.ts';
import { NumberField } from '../number-field.tsx';

/** The house's own numbers by their words: where in the state they are, the slider's end and its step. */
const NUMBERS = {
  use: { name: 'useKwh', most: 40_000, step: 500 },
  ev: { name: 'evKmPerDay', most: 300, step: 5 },
  panelPerKw: { name: 'panelSekPerKwp', most: 30_000, step: 500 },
  batteryFixed: { name: 'batteryFixedSek', most: 60_000, step: 1000 },
  batteryPerKwh: { name: 'batterySekPerKwh', most: 15_000, step: 250 },
} as const;

type Word = keyof typeof NUMBERS;

/** A whole number that is ours until somebody sets another; the slider reaches what was typed. */
export function HouseNumber({
  word,
  state,
  change,
  words,
}: PartProps<Words['earnings']> & { word: Word }) {
  const { name, most, step } = NUMBERS[word];
  const value = state[name];
  const partOf = (chosen: number): Partial<Record<typeof name, number>> => ({ [name]: chosen });
  return (
    <NumberField
      label={words[word]}
      source={value === DEFAULT_STATE[name] ? words.ours : words.yours}
      unit={words[`${word}Unit`]}
      value={value}
      min={0}
      max={Math.max(most, value)}
      step={step}
      onNumber={(chosen, gesture) => change(partOf(Math.round(chosen)), gesture)}
    />
  );
}
