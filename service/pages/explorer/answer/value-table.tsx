interface ValueTableProps {
  /** Head of the rows' names. Empty for none. */
  head: string;
  rows: readonly string[];
  /** Heads of the others, and their values by row as written. */
  columns: readonly (readonly [head: string, values: readonly string[]])[];
}

/** A table of values by month or hour. */
export function ValueTable({ head, rows, columns }: ValueTableProps) {
  return (
    <table>
      <thead>
        <tr>
          {head ? <th scope="col">{head}</th> : <td />}
          {columns.map(([name]) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map(([column, values]) => (
              <td key={column}>{values[row]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
