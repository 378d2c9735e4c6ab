import { useId } from 'preact/hooks';

/** Moving: a number is being typed. Set: it is final. */
export type Gesture = 'moving' | 'set';

/** A number that is typed. */
export interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onNumber(value: number, gesture: Gesture): void;
}

export interface NumberFieldProps extends NumberProps {
  /** Empty where the label has it. */
  unit?: string;
  /** Source of the value, in a few words. */
  source?: string;
}

/** A number with its label above it. */
export function NumberField({ label, unit, source, ...props }: NumberFieldProps) {
  const id = useId();
  return (
    <div class="number-field">
      <label for={id}>
        {label} {source && <small class="source">{source}</small>}
      </label>
      <span class="number">
        <NumberInput {...props} id={id} />
        {unit && <span>{unit}</span>}
      </span>
    </div>
  );
}

/** The box of a number. A typed number takes effect once it is within bounds. */
export function NumberInput(props: Omit<NumberProps, 'label'> & { label?: string; id?: string }) {
  const { label, id, value, min, max, onNumber } = props;
  const take = (gesture: Gesture) => (event: { currentTarget: HTMLInputElement }) => {
    const number = event.currentTarget.valueAsNumber;
    if (number >= min && number <= max) onNumber(number, gesture);
    else if (gesture === 'set') event.currentTarget.value = String(value);
  };
  return (
    <input
      id={id}
      type="number"
      inputMode="decimal"
      aria-label={label}
      {...{ min, max, value }}
      step="any"
      onInput={take('moving')}
      onChange={take('set')}
    />
  );
}
