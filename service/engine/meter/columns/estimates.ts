import type { Axis } from '../times/axis.ts';
import { isBlank } from '../values/numbers.ts';

/** A column has at most so many words for how sure its values are. */
const MOST_WORDS = 30;
const ESTIMATED =
  /^(?:uppskatt|skatt|e$|estim|est(?!\p{L})|beräkn|beregn|prel|interpol|stipuler|provis|calculated|geschätz|ersatzwert|arvio|schatt)/iu;
/** Estimated, measured and actual. Next to another letter, E may be an export. */
const LETTER = /^[ema]?$/i;

/** Whether a column says which values are estimated and which are measured. */
export function saysEstimates(cells: readonly string[]): boolean {
  const words = new Set<string>();
  for (const cell of cells) {
    words.add(cell);
    if (words.size > MOST_WORDS) return false;
  }
  const all = [...words];
  const isMark = all.every((word) => LETTER.test(word)) || !all.some((word) => /^e$/i.test(word));
  return (
    isMark && all.some((word) => ESTIMATED.test(word)) && all.some((word) => !ESTIMATED.test(word))
  );
}

/** Blanks in place the estimated cells whose time also has a measured one. Returns how many. */
export function dropEstimates(cells: string[], marks: readonly string[], axis: Axis): number {
  const timeOf = (i: number) => axis.clockMs[i] - 60_000 * (axis.offsetMin[i] || 0);
  const measured = new Set<number>();
  for (const [i, cell] of cells.entries())
    if (!isBlank(cell) && !ESTIMATED.test(marks[i])) measured.add(timeOf(i));
  let dropped = 0;
  for (const [i, mark] of marks.entries()) {
    if (isBlank(cells[i]) || !ESTIMATED.test(mark) || !measured.has(timeOf(i))) continue;
    cells[i] = '';
    dropped++;
  }
  return dropped;
}
