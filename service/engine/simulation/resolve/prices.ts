import { MONTHS } from '../../../../schemas/codec/axes.ts';
import { type PricesArtifact, spotHours } from '../../../../schemas/codec/prices-artifact.ts';
import type { PriceArea } from '../../../../schemas/types.ts';
import type { Prices } from '../../battery/house.ts';
import { given } from '../../given.ts';
import { simulatedYear } from '../../house/simulated-year.ts';
import { vatFactor } from '../../money.ts';
import { type MarketParts, movePrices, ownMarketPart } from '../../range/market-move.ts';
import { mean } from '../../statistics.ts';
import { gridCharges } from '../../tariff/grid-charges.ts';
import { plainPower } from '../../tariff/power-component.ts';
import type { HouseGridTariff, ResolvedInputs } from '../house-case.ts';
import type { HouseRequest, PricesRequest } from '../house-request.ts';
import { hoursOf, monthHourMeans, PROFILE, repeatProfile, type Series } from '../series.ts';
import { namedGridTariff, unstatedOf } from './grid-tariff.ts';
import { type HouseDataset, requirePrices } from './house-dataset.ts';
import { newestTariff, type SpotPreset, spotHoursOf, spotPreset } from './spot-preset.ts';

/**
 * The caller's prices, or the preset's for a side that is left out, with the grid company's price list.
 * @throws RequestError prices_unavailable for a side or list that needs a dataset of prices. invalid_parameter for a list
 * that it lacks. not_supported for hours that it lacks
 */
export function resolvePrices(
  { location, prices: request }: Pick<HouseRequest, 'location' | 'prices'>,
  zone: PriceArea,
  dataset: HouseDataset,
): Pick<ResolvedInputs, 'prices' | 'preset' | 'grid'> {
  const grid = resolveGrid(request, zone, dataset);
  const preset = request.preset
    ? spotPreset(requirePrices(dataset), location, zone, request, grid)
    : null;
  return { prices: housePrices(request, grid, preset), preset: preset?.model ?? null, grid };
}

/** The price list that is asked for, laid out for the house. Its energy fee counts where the preset prices the import. */
function resolveGrid(
  { grid, import_sek_per_kwh, export_sek_per_kwh, resolution }: PricesRequest,
  zone: PriceArea,
  dataset: HouseDataset,
): HouseGridTariff | null {
  if (!grid) return null;
  const { grid_tariff: given, fuse_a } = grid;
  const isNamed = typeof given === 'string';
  const list = isNamed
    ? namedGridTariff(given, requirePrices(dataset), 'prices.grid_tariff')
    : given;
  const counts = {
    energy: import_sek_per_kwh === undefined,
    benefit: export_sek_per_kwh === undefined,
  };
  const charges = gridCharges(counts.energy ? list : { ...list, energy_ore_per_kwh: null }, {
    fuseA: fuse_a,
    year: simulatedYear(dataset),
    spotSekPerKwh: (area = zone) => spotHoursOf(requirePrices(dataset), area, resolution),
  });
  return { ...charges, list, fuseA: fuse_a, unstated: unstatedOf(list, fuse_a, counts) };
}

/** Fee and power charge follow the import, but where a price list has them. */
function housePrices(
  request: PricesRequest,
  grid: HouseGridTariff | null,
  preset: SpotPreset | null,
): Prices {
  const { import_sek_per_kwh: importPrice, export_sek_per_kwh: exportPrice, resolution } = request;
  const sides = {
    importSekPerKwh: sideHours(importPrice, preset?.importSekPerKwh, resolution),
    exportSekPerKwh: sideHours(exportPrice, preset?.exportSekPerKwh, resolution),
  };
  const { monthly_fee_sek: feeSek, peak_charge_sek_per_kw_month: peakSek } = request;
  if (grid) {
    // The caller's own fee comes on top of the list's.
    const monthlyFeeSek = (feeSek ?? 0) + (grid.fixedSekPerYear ?? 0) / MONTHS;
    return { ...sides, monthlyFeeSek, power: grid.power };
  }
  const charges = importPrice === undefined ? preset?.charges : undefined;
  return {
    ...sides,
    monthlyFeeSek: feeSek ?? charges?.feeSek ?? 0,
    power: plainPower(peakSek ?? charges?.peakSekPerKw ?? 0),
  };
}

/**
 * The hours of a price: the caller's, or the preset's, which may be a profile. By month and clock hour, 8760 values of
 * the caller become their means.
 */
function sideHours(
  own: Series | undefined,
  ofPreset: Float64Array | undefined,
  resolution: PricesRequest['resolution'],
): Float64Array {
  const price = own ?? ofPreset;
  if (price === undefined) throw new Error('A price that is left out needs the preset.');
  if (!(price instanceof Float64Array)) return hoursOf(price);
  if (price.length === PROFILE) return repeatProfile(price);
  return own && resolution !== 'hourly' ? repeatProfile(monthHourMeans(price)) : price;
}

/** Moves the spot part, which an import price of the page's own has next to its fees, too. */
export function pricesAtLevel(
  { resolution }: PricesRequest,
  inputs: Pick<ResolvedInputs, 'prices' | 'zone'>,
  dataset: PricesArtifact,
  level: number,
): Prices {
  if (level === 1) return inputs.prices;
  const ofSpot: PricesRequest = { preset: 'se_spot', ...given({ resolution }) };
  return movePrices(inputs.prices, marketParts(ofSpot, inputs, dataset), level, level);
}

/**
 * The part of each side's price that moves with the spot market: the spot price where the preset prices the side, of a
 * custom price what can be known from its hours.
 */
export function marketParts(
  { import_sek_per_kwh, export_sek_per_kwh, resolution }: PricesRequest,
  { prices, zone }: Pick<ResolvedInputs, 'prices' | 'zone'>,
  dataset: PricesArtifact,
): MarketParts {
  const withVat = vatFactor(newestTariff(dataset).vat.value);
  const spot = spotHoursOf(dataset, zone, spotHours(dataset, zone) ? resolution : undefined);
  return {
    importSekPerKwh:
      import_sek_per_kwh === undefined
        ? spot.map((sek) => sek * withVat)
        : ownMarketPart(prices.importSekPerKwh, withVat * mean(spot)),
    exportSekPerKwh: export_sek_per_kwh === undefined ? spot : prices.exportSekPerKwh,
  };
}
