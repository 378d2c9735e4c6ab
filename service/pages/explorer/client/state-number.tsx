import { NumberField } from '../../ui/number-field.tsx';
import { ASSUMED } from '../answer/verdict.ts';
import { NUMBERS, OWN } from '../url-state.ts';
import { usePage } from '../use-page.ts';

/** The state's numbers by their words. */
const KEYS = {
  use: 'useKwh',
  ev: 'evKmPerDay',
  gridFee: 'gridFeeOre',
  powerCharge: 'powerChargeSek',
  ...ASSUMED,
} as const;

const FIELDS = Object.values({ ...NUMBERS, ...OWN });

/**
 * A number of the state with the bounds that the address has.
 * @param usual what is shown of one that is left to the published prices
 */
export function StateNumber({ word, usual = 0 }: { word: keyof typeof KEYS; usual?: number }) {
  const { state, change, earnings: words } = usePage();
  const key = KEYS[word];
  const { min = 0, max = 0, decimals = 0 } = FIELDS.find((field) => field.key === key) ?? {};
  const partOf = (value: number): Partial<Record<typeof key, number>> => ({ [key]: value });
  return (
    <NumberField
      label={words[word]}
      unit={word === 'use' || word === 'ev' ? '' : words[`${word}Unit`]}
      value={state[key] ?? usual}
      {...{ min, max, decimals }}
      onNumber={(value, gesture) => change(partOf(value), gesture)}
    />
  );
}
