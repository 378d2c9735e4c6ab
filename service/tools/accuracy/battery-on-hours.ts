/** Earnings of a battery on hours of spot prices, and on their means by month and clock hour. */

import { summerTimeOf } from '#clock/stockholm-time.ts';
import { simulationCase } from '#engine/answers.ts';
import { simulateHouse } from '#engine/battery/simulate-house.ts';
import { simulatedYear } from '#engine/house/simulated-year.ts';
import { vatFactor } from '#engine/money.ts';
import type { SimulationCase } from '#engine/simulation/house-case.ts';
import { newestTariff, spotProfile } from '#engine/simulation/resolve/spot-preset.ts';
import { repeatProfile } from '#engine/simulation/series.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { roofYear } from '#engine/yield/roof-year.ts';
import measured from '../../../fixtures/price-variability.json' with { type: 'json' };
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { PriceArea } from '../../../schemas/types.ts';

/** A house of the table, and the size of its battery. */
export interface BatteryHouse {
  area: PriceArea;
  yearlyKwh: number;
  capacityKwh: number;
  powerKw: number;
}

/** Datasets that houses are computed by. */
export interface Datasets {
  prices: PricesArtifact;
  yields: PvYieldArtifact;
}

/** The houses of the table, with what their batteries earned on the market's hours, SEK a year. */
export function tableHouses(): (BatteryHouse & { measuredSek: number })[] {
  const { sizes, houses } = measured.battery;
  return houses.flatMap(({ area, yearly_kwh, savings_sek }) =>
    sizes.map(({ capacity_kwh, power_kw }, size) => ({
      area: area as PriceArea,
      yearlyKwh: yearly_kwh,
      capacityKwh: capacity_kwh,
      powerKw: power_kw,
      measuredSek: savings_sek[size],
    })),
  );
}

/**
 * Savings of a house's battery in a year, SEK.
 * @param spotHours the area's hours, SEK/kWh without tax and VAT. Null: its means by month and clock hour
 */
export function batterySavings(
  datasets: Datasets,
  house: BatteryHouse,
  spotHours: Float64Array | null,
): number {
  const onMeans = houseCase(datasets, house);
  const prices = spotHours
    ? onHours(datasets.prices, house.area, onMeans, spotHours)
    : onMeans.prices;
  return simulateHouse({ ...onMeans, prices }).battery.savingsSek;
}

function houseCase({ prices, yields }: Datasets, house: BatteryHouse): SimulationCase {
  const { lat, lng } = measured.places[house.area];
  const roof = parseSeries({ lat, lng, faces: [measured.battery.roof] });
  const { hourlyKwh } = roofYear(yields, roof, summerTimeOf(simulatedYear(prices)));
  const request = {
    location: { lat, lng },
    consumption: { yearly_kwh: house.yearlyKwh },
    pv: { hourly_kwh: Array.from(hourlyKwh) },
    battery: {
      capacity_kwh: house.capacityKwh,
      power_kw: house.powerKw,
      strategy: measured.battery.strategy,
    },
  };
  return simulationCase({ pvYield: null, prices }, request);
}

/**
 * The preset's prices with the spot price of the hour in the place of its mean. VAT is on import only. The market's
 * hours are in no dataset, so `resolution: hourly` cannot price by them.
 */
function onHours(
  prices: PricesArtifact,
  area: PriceArea,
  { prices: onMeans }: SimulationCase,
  spotHours: Float64Array,
): SimulationCase['prices'] {
  const means = repeatProfile(spotProfile(prices, area));
  const withVat = vatFactor(newestTariff(prices).vat.value);
  const off = spotHours.map((spot, t) => spot - means[t]);
  return {
    ...onMeans,
    importSekPerKwh: onMeans.importSekPerKwh.map((price, t) => price + withVat * off[t]),
    exportSekPerKwh: onMeans.exportSekPerKwh.map((price, t) => price + off[t]),
  };
}
