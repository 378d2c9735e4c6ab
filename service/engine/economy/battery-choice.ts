/** An installer's batteries compared in a visitor's house: the same in the browser and in the server. */
import type {
  BatteryStrategiesRequest,
  BatteryStrategiesResponse,
  ConfiguratorInputs,
  EmbedBattery,
  PriceResolution,
} from '../../../schemas/types.ts';
import { BATTERY_STANDBY_W, simplePaybackYears } from './cash-flow.ts';
import type { Catalogue, Savings } from './system.ts';

/** Yearly savings of the sun only, and with each battery, SEK, and the battery's full cycles, by capacity. */
export interface Compared {
  solarSek: number;
  batterySek: ReadonlyMap<number, number>;
  batteryCycles: ReadonlyMap<number, number>;
}

/** Savings with the use of the battery by which its warranty ends. */
export interface BatterySavings extends Savings {
  cyclesPerYear: number;
}

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
      strategies: ['combined'],
      sizes_kwh: batteries.filter(({ kw }) => kw === power).map(({ kwh }) => kwh),
    },
  }));
}

/** Reads the savings from the API's answers to those calls. */
export function readComparisons(
  answers: readonly Pick<BatteryStrategiesResponse, 'matrix' | 'no_battery'>[],
): Compared {
  const cells = answers.flatMap(({ matrix }) => matrix);
  return {
    solarSek: answers[0].no_battery.savings_sek,
    batterySek: new Map(cells.map((cell) => [cell.size_kwh, cell.battery_savings_sek])),
    batteryCycles: new Map(cells.map((cell) => [cell.size_kwh, cell.cycles])),
  };
}

/**
 * Picks the savings that count: of the battery that the visitor wants, else of the one that pays back
 * soonest. Where none pays back, of the smallest.
 */
export function savingsOf(
  { batteries }: Pick<Catalogue, 'batteries'>,
  { solarSek, batterySek, batteryCycles }: Compared,
  wantedKwh?: number,
): BatterySavings {
  const saved = (kwh: number) => batterySek.get(kwh) ?? 0;
  const wanted = batteries.find(({ kwh }) => kwh === wantedKwh);
  const { kwh } = wanted ?? soonestPaidBack(batteries, saved);
  const cyclesPerYear = batteryCycles.get(kwh) ?? 0;
  return { solarSek, batterySek: saved(kwh), batteryKwh: kwh, cyclesPerYear };
}

function soonestPaidBack(
  batteries: readonly EmbedBattery[],
  saved: (kwh: number) => number,
): EmbedBattery {
  const years = ({ kwh, sek }: EmbedBattery) => simplePaybackYears(sek, saved(kwh));
  return batteries
    .toSorted((a, b) => a.kwh - b.kwh)
    .reduce((best, one) => (years(one) < years(best) ? one : best));
}

/** A battery's addition to the sun's saving, whole SEK: both are rounded, so that the system's saving is the nearest krona. */
export function addedWholeSek(withBatterySek: number, solarSek: number): number {
  return Math.round(withBatterySek) - Math.round(solarSek);
}
