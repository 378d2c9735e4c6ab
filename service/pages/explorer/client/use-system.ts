import { useMemo } from 'preact/hooks';
import type { BatteryVerdict } from '#engine/economy/verdict.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import type { FiguresView, MonthsView, RangeView } from '../answer/views.ts';
import type { FirstHouse } from '../page-data.ts';
import type { House } from '../worker/local-calls.ts';
import type { Local } from '../worker/local-client.ts';

/** Figures come first while a number changes. */
const MONTHS_REST_MS = 100;
/** Nothing is computed or asked for while a slider moves: nine years take the worker as long as six comparisons. */
const RANGE_REST_MS = 350;

/** Finds the years of the figures' house with the battery that counts. */
export function useRange(
  { figures, isStale }: FiguresView,
  local: Local,
  first: FirstHouse | undefined,
): RangeView {
  const system = figures?.verdict.chosen ?? null;
  const house = figures && !figures.verdict.isSunInMeter ? figures.house : null;
  const battery = system?.batteryKwh ? (figures?.verdict.battery ?? null) : null;
  const requested = useHouseWith(house, battery);
  const { last } = useAnswer(
    isStale ? null : requested,
    RANGE_REST_MS,
    ([house, battery]) => local.range(house, battery),
    first,
  );
  const isOf = requested !== null && last?.key === requested;
  return {
    system,
    years: isOf ? last.body.years : null,
    isUnknown: !house || (isOf && last.body.years === null),
  };
}

/** Finds the months of the figures' house with each system. */
export function useMonths(
  { figures, isStale }: FiguresView,
  local: Local,
  first: FirstHouse | undefined,
): MonthsView {
  const hasMonths = figures && !figures.verdict.isSunInMeter;
  const battery = figures?.verdict.battery ?? null;
  const requested = useHouseWith(hasMonths && !isStale ? figures.house : null, battery);
  const { last } = useAnswer(
    requested,
    MONTHS_REST_MS,
    ([house, battery]) => local.months(house, battery),
    first?.months,
  );
  const months = hasMonths ? (last?.body ?? null) : null;
  return { months, isCurrent: months !== null && last?.key === requested };
}

/** A house and one of its batteries, or none: the same as long as both are. Null without a house. */
export function useHouseWith(house: House | null, battery: BatteryVerdict | null) {
  const { kwh: sizeKwh = 0, strategy = 'self_consumption' } = battery ?? {};
  return useMemo(
    () => house && ([house, { sizeKwh, strategy }] as const),
    [house, sizeKwh, strategy],
  );
}
