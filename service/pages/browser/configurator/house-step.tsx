import { fuseKw, roofPlan } from '#engine/economy/system.ts';
import { fill, written } from '../../shared/text.ts';
import { Chips, NumberInput } from './field.tsx';
import { FUSES_A, isFuseLow, MAX_KM_PER_DAY } from './state.ts';
import type { StepProps } from './step.ts';

/** kWh a year beside the heating, and of the heating a square metre: our choice, to be put right by the bill. */
const HOUSEHOLD_KWH = 5_000;
const HEATING_KWH_PER_M2 = [
  ['district', 0],
  ['heatPump', 50],
  ['direct', 110],
] as const;
const ROUNDED_TO_KWH = 500;

/** What the house uses, who lives there, and what its fuse lets through. */
export function HouseStep({ data, chosen, change }: StepProps) {
  const { words, language } = data;
  const { yearly_kwh, floorM2, ev_km_per_day, chargers, adults, main_fuse_a: ampere } = chosen;
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
      <details>
        <summary>{words.useUnknown}</summary>
        <NumberInput
          label={words.floor}
          value={floorM2}
          min={10}
          max={2_000}
          set={(m2) => change({ floorM2: m2 })}
        />
        <p class="buttons">
          {HEATING_KWH_PER_M2.map(([name, perM2]) => (
            <button
              key={name}
              type="button"
              onClick={() => change({ yearly_kwh: guessKwh(floorM2, perM2) })}
            >
              {fill(words[name], { kwh: written(guessKwh(floorM2, perM2), language) })}
            </button>
          ))}
        </p>
      </details>
      <div class="pair">
        <NumberInput
          label={words.ev}
          value={ev_km_per_day}
          min={0}
          max={MAX_KM_PER_DAY}
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

function guessKwh(floorM2: number, heatingKwhPerM2: number): number {
  const kwh = HOUSEHOLD_KWH + floorM2 * heatingKwhPerM2;
  return ROUNDED_TO_KWH * Math.round(kwh / ROUNDED_TO_KWH);
}
