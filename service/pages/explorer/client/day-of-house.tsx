import type { Words } from '../../messages/messages.ts';
import type { Local } from '../worker/local-client.ts';
import { computePaybacks } from './money.tsx';
import { findSoonest } from './payback.ts';
import { TypicalDay } from './typical-day.tsx';
import type { FiguresView } from './use-figures.ts';

interface DayOfHouseProps {
  words: Words['earnings'];
  view: FiguresView;
  local: Local;
}

/** The typical day of the page's house, with the battery that is chosen or pays back first. */
export function DayOfHouse({ view: { figures, isStale }, ...part }: DayOfHouseProps) {
  if (!figures) return null;
  const usualKwh =
    figures.state.batteryKwh ?? findSoonest(computePaybacks(figures).batteries)?.cell.sizeKwh ?? 0;
  return <TypicalDay {...{ ...part, figures, isStale, usualKwh }} />;
}
