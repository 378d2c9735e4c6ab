/** The drawing further down, a typical day. A script of its own, loaded when the first figures rest. */
import { render } from 'preact';
import type { Words } from '../../messages/messages.ts';
import type { Local } from '../worker/local-client.ts';
import { TypicalDay } from './typical-day.tsx';
import type { Figures } from './use-figures.ts';

export interface LaterProps {
  words: Words['earnings'];
  figures: Figures;
  isFormer: boolean;
  /** The battery that pays back first, kWh; 0 if none does. */
  usualKwh: number;
  local: Local;
}

/** Draws the panel into an element, and again with other figures. */
export function drawLater(element: Element, props: LaterProps): void {
  render(<TypicalDay {...props} />, element);
}
