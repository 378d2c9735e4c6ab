import { useId } from 'preact/hooks';

export interface FieldProps {
  label: string;
  type: 'number' | 'text' | 'email' | 'tel';
  value: number | string;
  min?: number;
  max?: number;
  step?: number;
  inputmode?: 'decimal';
  autocomplete?: string;
  maxLength?: number;
  pattern?: string;
  required?: boolean;
  hint?: string;
  take(input: HTMLInputElement): void;
}

/** A label, a line to type in, and a hint below it. */
export function Field({ label, hint, take, required = true, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        list={undefined}
        required={required}
        {...rest}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        onInput={({ currentTarget }) => take(currentTarget)}
      />
      {hint && (
        <p id={`${id}-hint`} class="soft hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface NumberProps extends Pick<FieldProps, 'label' | 'hint'> {
  value: number;
  min: number;
  max: number;
  set(value: number): void;
}

/** A whole number to type. One that is out of bounds is left out of the state and shown by the browser. */
export function NumberInput({ set, ...rest }: NumberProps) {
  const take = ({ validity, valueAsNumber }: HTMLInputElement) => {
    if (validity.valid) set(valueAsNumber);
  };
  return <Field type="number" inputmode="decimal" step={1} {...rest} take={take} />;
}
