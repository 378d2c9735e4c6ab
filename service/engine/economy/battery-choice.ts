/** An installer's batteries compared in a visitor's house: the same in the browser and in the server. */
import type {
  BatteryStrategiesRequest,
  BatteryStrategiesResponse,
  BatteryStrategy,
  ConfiguratorInputs,
  PriceResolution,
} from '../../../schemas/types.ts';
import { BATTERY_STANDBY_W } from '../cash-flow.ts';
import type { Catalogue } from './system.ts';
import type { HouseSavings } from './verdict.ts';

/**
 * Strategies of which the best counts. Combined pursues all goals and was the best in all of 144 batteries tried (four
 * places, three houses, with and without hours and a power charge). Under a constant price only the other applies.
 */
export const VERDICT_STRATEGIES: readonly BatteryStrategy[] = ['self_consumption', 'combined'];

/** Bodies of the calls that compare the batteries in the house: one for each power, as a call has one for all. */
export function comparisonRequests(
  { batteries }: Pick<Catalogue, 'batteries'>,
  { lat, lng, yearly_kwh, ev_km_per_day }: ConfiguratorInputs,
  hourlyKwh: number[],
  resolution: PriceResolution,
): BatteryStrategiesRequest[] {
  const powers = new Set(batteries.map(({ kw }) => kw));
  return Array.from(powers, (power) => ({
    location: { lat, lng },
    consumption: { yearly_kwh, ev_km_per_day },
    pv: { hourly_kwh: hourlyKwh },
    prices: { resolution },
    battery: {
      capacity_kwh: 0,
      standby_w: BATTERY_STANDBY_W,
      ...(power ? { power_kw: power } : {}),
    },
    compare: {
      strategies: [...VERDICT_STRATEGIES],
      sizes_kwh: batteries.filter(({ kw }) => kw === power).map(({ kwh }) => kwh),
    },
  }));
}

/** Reads what sun and batteries save from the API's answer to a comparison. */
export function readComparison({
  no_battery,
  matrix,
}: Pick<BatteryStrategiesResponse, 'matrix' | 'no_battery'>): HouseSavings {
  return {
    solarSek: no_battery.savings_sek,
    batteries: matrix
      .filter(({ best_for_size }) => best_for_size)
      .map(({ size_kwh, strategy, battery_savings_sek, cycles }) => ({
        kwh: size_kwh,
        strategy,
        savingSek: battery_savings_sek,
        cyclesPerYear: cycles,
      })),
  };
}

/** Joins the comparisons of one house with other batteries. */
export function joinSavings(all: readonly HouseSavings[]): HouseSavings {
  const [{ solarSek }] = all;
  return { solarSek, batteries: all.flatMap(({ batteries }) => batteries) };
}
