import './chips.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface ChipsProps<Value> {
  legend: string;
  class: string;
  /** The label may be short: the name is then read out in its place. */
  options: readonly (readonly [value: Value, label: ComponentChildren, name?: string])[];
  chosen: Value;
  set(value: Value): void;
  children?: ComponentChildren;
}

/** A few values to choose one of. */
export function Chips<Value extends string | number>({
  legend,
  options,
  chosen,
  set,
  children,
  ...rest
}: ChipsProps<Value>) {
  const group = useId();
  return (
    <fieldset {...rest}>
      <legend>{legend}</legend>
      {options.map(([value, label, name]) => (
        <label key={value} class="chip">
          <input
            type="radio"
            name={group}
            aria-label={name}
            checked={value === chosen}
            onChange={() => set(value)}
          />
          <span aria-hidden={name ? true : undefined}>{label}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
