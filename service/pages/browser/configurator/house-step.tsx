import { fuseKw, roofPlan } from '../../embedded/system.ts';
import { fill, written } from '../text.ts';
import { Chips, NumberInput } from './field.tsx';
import { FUSES_A, isFuseLow } from './state.ts';
import type { StepProps } from './step.ts';

/** kWh a year of a house of usual size by what heats it: our choice, to be put right by the bill. */
const BY_HEAT = [
  ['district', 5_000],
  ['heatPump', 12_000],
  ['direct', 20_000],
] as const;

/** What the house uses, who lives there, and what its fuse lets through. */
export function HouseStep({ data, chosen, change }: StepProps) {
  const { words, language } = data;
  const { yearly_kwh, ev_km_per_day, chargers, adults, main_fuse_a: ampere } = chosen;
  return (
    <>
      <NumberInput
        label={words.use}
        hint={words.useHint}
        value={yearly_kwh}
        min={0}
        max={1_000_000}
        set={(kwh) => change({ yearly_kwh: kwh })}
      />
      <p class="buttons">
        {BY_HEAT.map(([name, kwh]) => (
          <button key={name} type="button" onClick={() => change({ yearly_kwh: kwh })}>
            {words[name]}
          </button>
        ))}
      </p>
      <div class="pair">
        <NumberInput
          label={words.ev}
          value={ev_km_per_day}
          min={0}
          max={300}
          set={(km) => change({ ev_km_per_day: km })}
        />
        <NumberInput
          label={words.chargers}
          value={chargers}
          min={0}
          max={10}
          set={(count) => change({ chargers: count })}
        />
      </div>
      <NumberInput
        label={words.adults}
        hint={words.adultsHint}
        value={adults}
        min={1}
        max={20}
        set={(count) => change({ adults: count })}
      />
      <Chips
        legend={words.fuse}
        class="chips"
        options={FUSES_A.map((size) => [size, fill(words.ampere, { ampere: size })])}
        chosen={ampere}
        set={(size) => change({ main_fuse_a: size })}
      />
      <p role="status">
        {isFuseLow(data, chosen) &&
          fill(words.fuseLow, {
            kw: written(roofPlan(data, chosen).inverterKw, language),
            ampere,
            fuse: written(fuseKw(ampere), language, 1),
          })}
      </p>
    </>
  );
}
