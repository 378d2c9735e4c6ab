/** An installer's batteries compared in a visitor's house: the same in the browser and in the server. */
import type {
  BatteryStrategiesRequest,
  BatteryStrategiesResponse,
  ConfiguratorInputs,
  EmbedBattery,
} from '../../../schemas/types.ts';
import { type FirstYear, simplePaybackYears } from './cash-flow.ts';
import type { Catalogue } from './catalogue.ts';

/** What the sun alone saves in a year, and what each battery does beside it, SEK by capacity. */
export interface Compared {
  solarSek: number;
  batterySek: ReadonlyMap<number, number>;
}

/** What sun and a battery would save. */
export interface Savings extends FirstYear {
  batteryKwh: number;
}

/** Bodies of the calls that compare the batteries in the house: one for each power, as a call has one for all. */
export function comparisonRequests(
  { batteries }: Pick<Catalogue, 'batteries'>,
  { lat, lng, yearly_kwh, ev_km_per_day }: ConfiguratorInputs,
  hourlyKwh: number[],
): BatteryStrategiesRequest[] {
  const powers = new Set(batteries.map(({ kw }) => kw));
  return Array.from(powers, (power) => ({
    location: { lat, lng },
    consumption: { yearly_kwh, ev_km_per_day },
    pv: { hourly_kwh: hourlyKwh },
    ...(power ? { battery: { capacity_kwh: 0, power_kw: power } } : {}),
    compare: {
      strategies: ['combined'],
      sizes_kwh: batteries.filter(({ kw }) => kw === power).map(({ kwh }) => kwh),
    },
  }));
}

/** What the API's answers to those calls say. */
export function comparedByApi(
  answers: readonly Pick<BatteryStrategiesResponse, 'matrix' | 'no_battery'>[],
): Compared {
  const cells = answers.flatMap(({ matrix }) => matrix);
  return {
    solarSek: answers[0].no_battery.savings_sek,
    batterySek: new Map(cells.map((cell) => [cell.size_kwh, cell.battery_savings_sek])),
  };
}

/**
 * What counts of a comparison: the battery that the visitor wants, else the one that pays back soonest; where
 * none pays back, the smallest.
 */
export function savingsOf(
  { batteries }: Pick<Catalogue, 'batteries'>,
  { solarSek, batterySek }: Compared,
  wantedKwh?: number,
): Savings {
  const saved = (kwh: number) => batterySek.get(kwh) ?? 0;
  const wanted = batteries.find(({ kwh }) => kwh === wantedKwh);
  const { kwh } = wanted ?? soonestPaidBack(batteries, saved);
  return { solarSek, batterySek: saved(kwh), batteryKwh: kwh };
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

/** What a battery adds to the sun's saving, whole SEK: both are rounded, so that the system's saving is the nearest krona. */
export function addedWholeSek(withBatterySek: number, solarSek: number): number {
  return Math.round(withBatterySek) - Math.round(solarSek);
}
