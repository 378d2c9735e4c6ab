import { fuseKw, roofPlan } from '#engine/economy/system.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import { BOUNDS } from '../../ui/bounds.ts';
import { Chips } from '../../ui/chips.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { FUSES_A, type StepProps } from './state.ts';

/** kWh a year without the heating, and for heating a square metre: our choice, to be corrected by the bill. */
const HOUSEHOLD_KWH = 5_000;
const HEATING_KWH_PER_M2 = [
  ['district', 0],
  ['heatPump', 50],
  ['direct', 110],
] as const;
const ROUNDED_TO_KWH = 500;

/** The house's numbers by their words: where they are chosen, and their bounds. */
const NUMBERS = {
  use: { name: 'yearly_kwh', ...BOUNDS.yearlyKwh },
  floor: { name: 'floorM2', min: 10, max: 2_000 },
  ev: { name: 'ev_km_per_day', ...BOUNDS.evKmPerDay },
  chargers: { name: 'chargers', ...BOUNDS.chargers },
  adults: { name: 'adults', ...BOUNDS.adults },
} as const;

/** The house's use, its adults, and its main fuse. */
export function HouseStep(props: StepProps) {
  const { data, chosen, change } = props;
  const { words, language } = data;
  const { floorM2, main_fuse_a: ampere } = chosen;
  const { inverterKw } = roofPlan(data, chosen);
  const mostKw = fuseKw(ampere);
  return (
    <>
      <HouseNumber {...props} word="use" hint={words.useHint} />
      <details>
        <summary>{words.useUnknown}</summary>
        <HouseNumber {...props} word="floor" />
        <p class="buttons">
          {HEATING_KWH_PER_M2.map(([name, perM2]) => (
            <button
              key={name}
              type="button"
              onClick={() => change({ yearly_kwh: guessKwh(floorM2, perM2) })}
            >
              {fill(words[name], { kwh: formatNumber(guessKwh(floorM2, perM2), language) })}
            </button>
          ))}
        </p>
      </details>
      <div class="pair">
        <HouseNumber {...props} word="ev" />
        <HouseNumber {...props} word="chargers" />
      </div>
      <HouseNumber {...props} word="adults" hint={words.adultsHint} />
      <Chips
        legend={words.fuse}
        class="chips"
        options={FUSES_A.map((size) => [size, fill(words.ampere, { ampere: size })])}
        chosen={ampere}
        set={(size) => change({ main_fuse_a: size })}
      />
      <p role="status">
        {inverterKw > mostKw &&
          fill(words.fuseLow, {
            kw: formatNumber(inverterKw, language),
            ampere,
            fuse: formatNumber(mostKw, language, 1),
          })}
      </p>
    </>
  );
}

interface HouseNumberProps extends StepProps {
  word: keyof typeof NUMBERS;
  hint?: string;
}

/** A number of the house, by its word. */
export function HouseNumber({ word, hint, data, chosen, change }: HouseNumberProps) {
  const { name, min, max } = NUMBERS[word];
  const partOf = (value: number): Partial<Record<typeof name, number>> => ({ [name]: value });
  return (
    <NumberField
      label={data.words[word]}
      value={chosen[name]}
      min={min}
      max={max}
      decimals={0}
      onNumber={(value) => change(partOf(value))}
      hint={hint}
    />
  );
}

function guessKwh(floorM2: number, heatingKwhPerM2: number): number {
  const kwh = HOUSEHOLD_KWH + floorM2 * heatingKwhPerM2;
  return ROUNDED_TO_KWH * Math.round(kwh / ROUNDED_TO_KWH);
}
