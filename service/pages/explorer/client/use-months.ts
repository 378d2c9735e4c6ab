import { useMemo } from 'preact/hooks';
import { useAnswer } from '../../ui/use-answer.ts';
import type { HouseMonths } from '../worker/engine.ts';
import type { Local } from '../worker/local-client.ts';
import { hasSunInMeter } from './money.tsx';
import type { System } from './system.ts';
import type { FiguresView } from './use-figures.ts';

/** Figures come first while a number changes. */
const REST_MS = 100;

/** Finds the months of the figures' house with the chosen system. Null until they have come, and for a meter with the sun in it. */
export function useMonths(
  { figures, isStale }: FiguresView,
  system: System | null,
  local: Local,
): HouseMonths | null {
  const house = figures && !isStale && !hasSunInMeter(figures) ? figures.house : null;
  const sizeKwh = system?.battery?.cell.sizeKwh ?? 0;
  const strategy = system?.battery?.cell.strategy ?? 'self_consumption';
  const asked = useMemo(
    () => house && { house, battery: { sizeKwh, strategy } as const },
    [house, sizeKwh, strategy],
  );
  const { last } = useAnswer(asked, REST_MS, (one) => local.months(one.house, one.battery));
  return figures && !hasSunInMeter(figures) ? (last?.body ?? null) : null;
}
