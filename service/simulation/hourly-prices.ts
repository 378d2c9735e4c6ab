import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type { PriceArea } from '../../schemas/types.ts';
import type { Prices } from '../battery/house.ts';
import type { HouseRequest, PricesRequest } from './house-request.ts';
import { loadedPrices } from './loaded-prices.ts';
import { hoursOf, monthHourMeans, repeatProfile, type Series } from './series.ts';
import { presetCharges, spotExport, spotImport } from './spot-preset.ts';

/** Whether the preset prices a side. */
export function usesPreset({ importPrice, exportPrice }: PricesRequest): boolean {
  return importPrice === null || exportPrice === null;
}

/**
 * Prices of the 8760 hours: the caller's, or the preset's for a side that is left out. Fee and power
 * charge follow the import.
 * @throws ApiError prices_unavailable when the preset is needed and not loaded
 */
export function hourlyPrices(
  { prices, location }: HouseRequest,
  zone: PriceArea,
  artifact: PricesArtifact | null,
): Prices {
  const { importPrice, exportPrice, monthlyFeeSek, peakChargeSekPerKw } = prices;
  const charges = importPrice
    ? { feeSek: 0, peakSekPerKw: 0 }
    : presetCharges(loadedPrices(artifact));
  return {
    importSekPerKwh: importPrice
      ? priceHours(importPrice)
      : repeatProfile(spotImport(loadedPrices(artifact), location, zone)),
    exportSekPerKwh: exportPrice
      ? priceHours(exportPrice)
      : repeatProfile(spotExport(loadedPrices(artifact), zone)),
    monthlyFeeSek: monthlyFeeSek ?? charges.feeSek,
    peakChargeSekPerKw: peakChargeSekPerKw ?? charges.peakSekPerKw,
  };
}

/** The engine prices by month and clock hour: hourly values become their means. */
function priceHours(price: Series): Float64Array {
  return price.form === 'hourly' ? repeatProfile(monthHourMeans(price.values)) : hoursOf(price);
}
