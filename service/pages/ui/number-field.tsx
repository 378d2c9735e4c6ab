import { useId } from 'preact/hooks';
import { roundTo } from '#engine/round.ts';
import { type Bounds, isWithin } from './bounds.ts';

/** Moving: a value is being typed or dragged. Set: it is final. */
export type Gesture = 'moving' | 'set';

interface NumberProps extends Bounds {
  value: number;
  /** Decimals that it is rounded to. Absent, and all count. */
  decimals?: number;
  onNumber(value: number, gesture: Gesture): void;
}

interface NumberFieldProps extends NumberProps {
  label: string;
  unit?: string;
  /** A sentence below it. */
  hint?: string | undefined;
}

/** A number with its label above it. */
export function NumberField({ label, unit, hint, ...props }: NumberFieldProps) {
  const id = useId();
  return (
    <div class="number-field">
      <label for={id}>{label}</label>
      <span class="number">
        <NumberInput {...props} id={id} describedBy={hint && `${id}-hint`} />
        {unit && <span>{unit}</span>}
      </span>
      {hint && (
        <p id={`${id}-hint`} class="soft small">
          {hint}
        </p>
      )}
    </div>
  );
}

interface NumberInputProps extends NumberProps {
  /** Where it has no label of its own. */
  name?: string;
  id?: string;
  describedBy?: string | undefined;
}

/** The box of a number. A typed number takes effect once it is within bounds. */
export function NumberInput(props: NumberInputProps) {
  const { name, id, describedBy, value, min, max, decimals, onNumber } = props;
  const take = (gesture: Gesture) => (event: { currentTarget: HTMLInputElement }) => {
    const { valueAsNumber } = event.currentTarget;
    const number = decimals === undefined ? valueAsNumber : roundTo(valueAsNumber, decimals);
    if (isWithin(number, { min, max })) onNumber(number, gesture);
    else if (gesture === 'set') event.currentTarget.value = String(value);
  };
  return (
    <input
      id={id}
      type="number"
      inputMode="decimal"
      aria-label={name}
      aria-describedby={describedBy}
      {...{ min, max, value }}
      step="any"
      onInput={take('moving')}
      onChange={take('set')}
    />
  );
}
