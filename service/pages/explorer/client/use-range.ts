import { useMemo } from 'preact/hooks';
import type { RangeYears } from '#engine/range/range-years.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import type { Local } from '../worker/local-client.ts';
import { computePaybacks, hasSunInMeter } from './money.tsx';
import { computeSystems, type System } from './system.ts';
import type { FiguresView } from './use-figures.ts';

/** Nothing is computed or asked for while a slider moves: nine years take the worker as long as six comparisons. */
const REST_MS = 350;

/** The system of the figures, and the years of it. */
export interface RangeView {
  /** Null if there are no figures. */
  system: System | null;
  /** Years of the very house and battery of the figures. Null until they have come. */
  years: RangeYears | null;
  /** Whether there are none to come. */
  isUnknown: boolean;
}

/** Finds the years of the figures' house with the battery that counts. */
export function useRange({ figures, isStale }: FiguresView, local: Local): RangeView {
  const system = useMemo(
    () => figures && computeSystems(figures.state, figures.money, computePaybacks(figures)).chosen,
    [figures],
  );
  const house = figures && !hasSunInMeter(figures) ? figures.house : null;
  const sizeKwh = system?.battery?.cell.sizeKwh ?? 0;
  const strategy = system?.battery?.cell.strategy ?? 'self_consumption';
  const asked = useMemo(
    () => house && { house, battery: { sizeKwh, strategy } },
    [house, sizeKwh, strategy],
  );
  const { last } = useAnswer(isStale ? null : asked, REST_MS, (one) =>
    local.range(one.house, one.battery),
  );
  const isOf = asked !== null && last?.key === asked;
  return {
    system,
    years: isOf ? last.body.years : null,
    isUnknown: !house || (isOf && last.body.years === null),
  };
}
