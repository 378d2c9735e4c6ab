import { fill, formatNumber } from '../../messages/format.ts';
import { BOUNDS } from '../../ui/bounds.ts';
import { Chips } from '../../ui/chips.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { HouseNumber } from './house-step.tsx';
import type { StepProps } from './state.ts';

/**
 * Fields of roof and house, and the batteries: the systems follow at once.
 * @param batteryKwh 0 if the chosen system has none
 */
export function TryOut({ batteryKwh, ...props }: StepProps & { batteryKwh: number }) {
  const { data, chosen, change } = props;
  const { words, language, batteries } = data;
  const { faces } = chosen;
  const setPanels = (at: number, panel_count: number) =>
    change({ faces: faces.map((face, i) => (i === at ? { ...face, panel_count } : face)) });
  return (
    <fieldset class="try">
      <legend>{words.tryOut}</legend>
      {batteryKwh > 0 && batteries.length > 1 && (
        <Chips
          legend={words.batterySize}
          class="chips"
          options={batteries
            .toSorted((a, b) => a.kwh - b.kwh)
            .map(({ kwh }) => [kwh, fill(words.kwh, { kwh: formatNumber(kwh, language) })])}
          chosen={batteryKwh}
          set={(kwh) => change({ battery_kwh: kwh })}
        />
      )}
      {faces.map(({ panel_count }, i) => (
        <NumberField
          key={i}
          label={faces.length > 1 ? fill(words.panelsOn, { number: i + 1 }) : words.panelCount}
          value={panel_count}
          {...BOUNDS.panelCount}
          decimals={0}
          onNumber={(count) => setPanels(i, count)}
        />
      ))}
      <HouseNumber {...props} word="use" />
      <HouseNumber {...props} word="ev" />
    </fieldset>
  );
}
