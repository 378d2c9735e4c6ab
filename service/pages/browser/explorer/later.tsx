/** The drawings further down: a day, and what moves a year. A script of its own, loaded when the first figures rest. */
import { render } from 'preact';
import type { Words } from '../../shared/words.ts';
import type { Local } from '../local/local-client.ts';
import { hasSunInMeter } from './money.tsx';
import { YearRange } from './range.tsx';
import { TypicalDay } from './typical-day.tsx';
import type { Figures } from './use-figures.ts';
import type { RangeView } from './use-range.ts';

export interface LaterProps {
  words: Words['earnings'];
  figures: Figures;
  isFormer: boolean;
  range: RangeView;
  /** The battery that pays back first, kWh; 0 if none does. */
  usualKwh: number;
  local: Local;
}

/** Draws the panels into an element, and again with other figures. */
export function drawLater(element: Element, props: LaterProps): void {
  const { range, ...day } = props;
  render(
    <>
      <TypicalDay {...day} />
      {!hasSunInMeter(props.figures) && <YearRange {...props} />}
    </>,
    element,
  );
}
