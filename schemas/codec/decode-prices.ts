import { InvalidValueError } from '../checks/invalid-value.ts';
import { validator } from '../checks/validate.ts';
import type { Household, PricesHeader } from '../types.ts';
import type { DecodedArtifact } from './artifact.ts';
import { CLOCK_HOURS } from './axes.ts';
import {
  checkCells,
  checkedHeader,
  checkedSection,
  checkMask,
  checkRange,
  damaged,
  type Range,
} from './check-artifact.ts';
import { checkGridTariffs } from './check-grid-tariff.ts';
import { checkBoundaries } from './price-area.ts';
import {
  NO_TEMPERATURE,
  type PricesArtifact,
  type PricesSectionName,
  type PricesSections,
  pricesSections,
} from './prices-artifact.ts';
import { gridOf, maskOf } from './pv-yield-artifact.ts';

const checkFields = validator('data/prices-header.schema.json');

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
 * Refuses type curves between which no temperature can be placed.
 * @throws InvalidValueError naming the season that is no warmer than the previous one
 */
export function checkTypeCurves({ uses }: Household): void {
  const { seasons } = uses.household.type_curves;
  for (let i = 1; i < seasons.length; i++) {
    const [before, found] = [seasons[i - 1], seasons[i]].map((one) => one.mean_temperature_c);
    if (found > before) continue;
    const field = `uses.household.type_curves.seasons[${i}].mean_temperature_c`;
    throw new InvalidValueError(field, `is ${found}, expected more than ${before}, the one before`);
  }
}

function checkHeader(json: unknown): PricesHeader {
  const header = checkFields(json);
  if (header.grid_tariffs) checkGridTariffs(header.grid_tariffs, 'grid_tariffs.');
  checkTypeCurves(header.household);
  checkBoundaries(header.price_areas.boundaries);
  return header;
}

/**
 * The prices in an artifact, every value checked.
 * @throws Error naming the file and the field or section that is not as it must be
 */
export function decodePrices(
  { header: json, sections }: DecodedArtifact,
  name: string,
): PricesArtifact {
  const header = checkedHeader(checkHeader, json, name);
  // A section that the header does not announce is left aside.
  const arrays = Object.fromEntries(
    pricesSections(header).map((plan) => [plan.name, checkedSection(sections, plan, name)]),
  ) as unknown as PricesSections;
  const mask = { ...maskOf(header.coverage_mask), bits: arrays.coverage };
  const prices = { ...arrays, header, grid: gridOf(header.grid), mask };
  checkValues(prices, name);
  return prices;
}

/** Whether the values of prices can be meant. The digests say only that they are as written. */
function checkValues(prices: PricesArtifact, name: string): void {
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
    const found = `section "place_point" holds ${lat}, ${lng} at [${i / 2}]`;
    throw damaged(name, `${found}, expected a latitude and a longitude`);
  }
}
