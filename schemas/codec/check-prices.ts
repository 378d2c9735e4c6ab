import { CLOCK_HOURS } from './axes.ts';
import { checkCells, checkMask, checkRange, type Range } from './check-artifact.ts';
import { NO_TEMPERATURE, type PricesArtifact, type PricesSectionName } from './prices-artifact.ts';

/** SEK/kWh. */
const SPOT_PRICE: Range = { min: -6, max: 30 };

/** Bounds of values (artifact-format.md section 6). */
const RANGES: Partial<Record<PricesSectionName, Range>> = {
  spot_profile: SPOT_PRICE,
  spot_hours: SPOT_PRICE,
  // Each clock hour has a price on one day at least. October has an hour more than 31 days.
  hours_used: { min: CLOCK_HOURS, max: 745 },
  hours_missing: { min: 0, max: 745 - CLOCK_HOURS },
  temperature: { min: -900, max: 600, unknown: NO_TEMPERATURE },
};

/**
 * Whether the values of prices can be meant. The digests say only that they are as written.
 * @throws Error naming file, section or field, and place
 */
export function checkPrices(prices: PricesArtifact, name: string): void {
  const { header, place_municipality, place_point } = prices;
  checkCells(prices, header.cells, name);
  checkMask(header.coverage_mask, name);
  for (const [section, range] of Object.entries(RANGES)) {
    const data = prices[section as PricesSectionName];
    if (data) checkRange(data, range, `section "${section}"`, name);
  }
  const municipalities = { min: 0, max: header.places.municipalities.length - 1 };
  checkRange(place_municipality, municipalities, 'section "place_municipality"', name);
  checkPoints(place_point, name);
}

function checkPoints(latLngs: Float64Array, name: string): void {
  for (let i = 0; i < latLngs.length; i += 2) {
    const [lat, lng] = latLngs.subarray(i, i + 2);
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) continue;
    throw new Error(
      `${name}: section "place_point" holds ${lat}, ${lng} at [${i / 2}], expected a latitude and a longitude. Run "make artifacts".`,
    );
  }
}
