import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  hint?: string;
  set(value: number): void;
}

/** A number to type; what is none or out of bounds is kept out of the state and told by the browser. */
export function NumberInput({ label, value, min, max, step = 1, hint, set }: NumberProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputmode="decimal"
        required
        {...{ value, min, max, step }}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        onInput={({ currentTarget: { validity, valueAsNumber } }) => {
          if (validity.valid) set(valueAsNumber);
        }}
      />
      {hint && (
        <p id={`${id}-hint`} class="soft hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface TextProps {
  label: string;
  value: string;
  autocomplete: string;
  type?: 'text' | 'email' | 'tel';
  required?: boolean;
  maxLength: number;
  pattern?: string;
  set(value: string): void;
}

/** A line of text to type. */
export function TextInput({ label, set, type = 'text', required = true, ...rest }: TextProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        list={undefined}
        required={required}
        {...rest}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </div>
  );
}

interface ChipsProps<Value> {
  legend: string;
  class: string;
  options: readonly (readonly [value: Value, label: ComponentChildren])[];
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
  const name = useId();
  return (
    <fieldset {...rest}>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} class="chip">
          <input type="radio" name={name} checked={value === chosen} onChange={() => set(value)} />
          <span>{label}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
