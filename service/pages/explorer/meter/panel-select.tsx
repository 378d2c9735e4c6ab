interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  choose(value: Value): void;
}

/** A choice of a few. */
export function Select<Value extends string>({
  label,
  value,
  options,
  choose,
}: SelectProps<Value>) {
  return (
    <label>
      {label}{' '}
      <select
        value={value}
        onChange={(event) => choose(options[event.currentTarget.selectedIndex][0])}
      >
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
