import { useId } from 'preact/hooks';

type Gesture = 'moving' | 'set';

/** A number that is dragged or typed. */
export interface NumberFieldProps {
  label: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The slider's value in words. Default: the number and its unit. */
  valueText?: string;
  /** Whether it is only typed. */
  isPlain?: boolean;
  /** Source of the value, in a few words. */
  source?: string;
  onNumber(value: number, gesture: Gesture): void;
}

/** A label, a slider, and the number itself. A typed number takes effect once it is within bounds. */
export function NumberField(props: NumberFieldProps) {
  const { label, unit, value, min, max, step, source, onNumber } = props;
  const id = useId();
  const take = (gesture: Gesture) => (event: { currentTarget: HTMLInputElement }) => {
    const number = event.currentTarget.valueAsNumber;
    if (number >= min && number <= max) onNumber(number, gesture);
    else if (gesture === 'set') event.currentTarget.value = String(value);
  };
  const bounds = { min, max, step, value, onInput: take('moving'), onChange: take('set') };
  return (
    <div class="number-field">
      <label for={id}>
        {label} {source && <small class="source">{source}</small>}
      </label>
      {!props.isPlain && (
        <input
          type="range"
          aria-label={label}
          aria-valuetext={props.valueText ?? `${value} ${unit}`}
          {...bounds}
        />
      )}
      <span class="number">
        <input id={id} type="number" inputMode="decimal" {...bounds} step="any" />
        {unit && <span>{unit}</span>}
      </span>
    </div>
  );
}
