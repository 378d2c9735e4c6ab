import type { ComponentChildren } from 'preact';
import { Wide } from '../server/scrolling.tsx';

/** A line of a table of differences: what it is about, before and now. */
export type Difference = readonly [what: string, before: ComponentChildren, now: ComponentChildren];

interface DifferencesProps {
  /** Id of the heading. */
  labelledBy: string;
  /** Headings of the two columns. */
  before: string;
  now: string;
  lines: readonly Difference[];
}

/** Before and now, side by side. */
export function Differences({ labelledBy, before, now, lines }: DifferencesProps) {
  return (
    <Wide labelledBy={labelledBy}>
      <table class="figures differences">
        <thead>
          <tr>
            <td />
            <th scope="col">{before}</th>
            <th scope="col">{now}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([what, was, is]) => (
            <tr>
              <th scope="row">{what}</th>
              <td>{was}</td>
              <td>{is}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
