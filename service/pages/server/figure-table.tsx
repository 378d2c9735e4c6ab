import type { ComponentChildren } from 'preact';

/** Name, cells, and the class of a row. */
export type TableRow = readonly [
  name: ComponentChildren,
  cells: readonly ComponentChildren[],
  kind?: string | undefined,
];

interface FigureTableProps {
  /** Classes of the table. */
  kind?: string;
  caption?: { id: string; title: string };
  /** Heads of all columns. An empty one names nothing. */
  heads?: readonly ComponentChildren[];
  rows: readonly TableRow[];
  /** The column that is marked as proposed. */
  proposed?: number;
}

/** A table of named rows. */
export function FigureTable({ kind, caption, heads, rows, proposed }: FigureTableProps) {
  const mark = (column: number) => (column === proposed ? 'proposed' : undefined);
  const head = (text: ComponentChildren, column: number) =>
    text === '' ? (
      <td />
    ) : (
      <th scope="col" class={mark(column)}>
        {text}
      </th>
    );
  return (
    <table class={kind}>
      {caption && <caption id={caption.id}>{caption.title}</caption>}
      {heads && (
        <thead>
          <tr>{heads.map(head)}</tr>
        </thead>
      )}
      <tbody>
        {rows.map(([name, cells, rowKind]) => (
          <tr class={rowKind}>
            <th scope="row">{name}</th>
            {cells.map((cell, i) => (
              <td class={mark(i + 1)}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
