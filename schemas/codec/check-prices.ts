import { CLOCK_HOURS, MONTH_DAYS, MONTHS } from './axes.ts';
import { checkMask, checkRange, type Range } from './check-artifact.ts';
import { PRICE_AREAS } from './price-area.ts';
import { HOUSEHOLD_USES, type PricesArtifact, type PricesSectionName } from './prices-artifact.ts';

const PROFILE = MONTHS * CLOCK_HOURS;

/** Bounds of values (artifact-format.md section 6). */
const RANGES: Partial<Record<PricesSectionName, Range>> = {
  spot_profile: { min: -6, max: 30 },
  // Each clock hour has a price on one day at least; October has an hour more than 31 days.
  hours_used: { min: CLOCK_HOURS, max: 745 },
  hours_missing: { min: 0, max: 745 - CLOCK_HOURS },
  household_shape: { min: 0, max: 1 },
};
/** A year's parts are added up in another order than they were made. */
const ROUNDING = 1e-9;

/**
 * Whether the values of prices can be meant. The digests say only that they are as written.
 * @throws Error naming file, section or field, and place
 */
export function checkPrices(prices: PricesArtifact, name: string): void {
  const { header, place_municipality, place_point } = prices;
  checkMask(header.coverage_mask, name);
  for (const [section, range] of Object.entries(RANGES)) {
    checkRange(prices[section as PricesSectionName], range, section, name);
  }
  const municipalities = { min: 0, max: header.places.municipalities.length - 1 };
  checkRange(place_municipality, municipalities, 'place_municipality', name);
  checkPoints(place_point, name);
  checkHouseholdYears(prices, name);
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

/** A use's shape is that of 1 kWh a year, in every area. */
function checkHouseholdYears({ household_shape }: PricesArtifact, name: string): void {
  PRICE_AREAS.forEach((area, a) => {
    HOUSEHOLD_USES.forEach((use, u) => {
      const first = (a * HOUSEHOLD_USES.length + u) * PROFILE;
      const kwh = household_shape
        .subarray(first, first + PROFILE)
        .reduce((sum, hour, at) => sum + hour * MONTH_DAYS[Math.floor(at / CLOCK_HOURS)], 0);
      if (Math.abs(kwh - 1) <= ROUNDING) return;
      throw new Error(
        `${name}: section "household_shape" adds up to ${kwh} kWh a year for ${use} in ${area}, expected 1. Run "make artifacts".`,
      );
    });
  });
}
