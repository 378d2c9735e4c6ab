import type { Prices } from '#engine/battery/house.ts';
import { plainPower } from '#engine/tariff/plain-power.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import { type HouseGridTariff, houseGridTariff, namedGridTariff } from './grid-tariff.ts';
import type { HouseRequest, PricesRequest } from './house-request.ts';
import { hoursOf, monthHourMeans, PROFILE, repeatProfile, type Series } from './series.ts';
import { hourlyPreset, spotYear } from './spot-hours.ts';
import { type SpotPreset, spotPreset, spotProfile } from './spot-preset.ts';

/** The price list that is asked for, laid out for the house; its energy fee counts where the preset prices the import. */
export function gridOf(
  { grid, import_sek_per_kwh, resolution }: PricesRequest,
  zone: PriceArea,
  year: number,
  dataset: () => PricesArtifact,
): HouseGridTariff | null {
  if (!grid) return null;
  const { grid_tariff: given, fuse_a } = grid;
  const isNamed = typeof given === 'string';
  const list = isNamed ? namedGridTariff(given, dataset(), 'prices.grid_tariff') : given;
  const spot = (area: PriceArea = zone) => spotHoursOf(dataset(), area, resolution);
  return houseGridTariff(list, fuse_a, year, import_sek_per_kwh === undefined ? spot : null);
}

/** The preset; a price list's energy fee needs every hour. */
export function presetOf(
  { location, prices: { resolution } }: HouseRequest,
  zone: PriceArea,
  grid: HouseGridTariff | null,
  dataset: PricesArtifact,
): SpotPreset {
  if (resolution === 'hourly') return hourlyPreset(dataset, location, zone, grid);
  const hours = grid?.energySekPerKwh ? spotHoursOf(dataset, zone, resolution) : undefined;
  return spotPreset(dataset, location, zone, hours, grid);
}

/** Spot price of each hour of an area, SEK/kWh: its own, or that of its month and clock hour. */
function spotHoursOf(
  dataset: PricesArtifact,
  zone: PriceArea,
  resolution: PricesRequest['resolution'],
): Float64Array {
  return resolution === 'hourly'
    ? spotYear(dataset, zone)
    : repeatProfile(spotProfile(dataset, zone));
}

/**
 * The caller's prices, or the preset's for a side that is left out. Fee and power charge follow the import, but
 * where a price list has them.
 */
export function pricesOf(
  prices: PricesRequest,
  grid: HouseGridTariff | null,
  preset: () => SpotPreset,
): Prices {
  const { import_sek_per_kwh: importPrice, export_sek_per_kwh: exportPrice, resolution } = prices;
  const isImportOwn = importPrice !== undefined;
  return {
    importSekPerKwh: isImportOwn
      ? hoursAt(importPrice, resolution)
      : presetHours(preset().importSekPerKwh),
    exportSekPerKwh:
      exportPrice !== undefined
        ? hoursAt(exportPrice, resolution)
        : presetHours(preset().exportSekPerKwh),
    ...(grid
      ? { monthlyFeeSek: gridFeeSek(prices, grid), power: grid.power }
      : plainCharges(prices, isImportOwn ? NO_CHARGES : preset().charges)),
  };
}

const NO_CHARGES = { feeSek: 0, peakSekPerKw: 0 };

function plainCharges(
  { monthly_fee_sek, peak_charge_sek_per_kw_month }: PricesRequest,
  charges: SpotPreset['charges'],
): Pick<Prices, 'monthlyFeeSek' | 'power'> {
  return {
    monthlyFeeSek: monthly_fee_sek ?? charges.feeSek,
    power: plainPower(peak_charge_sek_per_kw_month ?? charges.peakSekPerKw),
  };
}

/** Fixed fee of a month, SEK: the caller's own comes on top of the list's. */
function gridFeeSek(
  { monthly_fee_sek = 0 }: PricesRequest,
  { fixedSekPerYear }: HouseGridTariff,
): number {
  return monthly_fee_sek + (fixedSekPerYear ?? 0) / MONTHS;
}

/** The hours of the preset's price, which may be a profile. */
function presetHours(sekPerKwh: Float64Array): Float64Array {
  return sekPerKwh.length === PROFILE ? repeatProfile(sekPerKwh) : sekPerKwh;
}

/** The hours of a caller's price. By month and clock hour, 8760 values become their means. */
function hoursAt(price: Series, resolution: PricesRequest['resolution']): Float64Array {
  const isAveraged = price instanceof Float64Array && resolution !== 'hourly';
  return isAveraged ? repeatProfile(monthHourMeans(price)) : hoursOf(price);
}
