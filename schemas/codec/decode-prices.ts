import { InvalidValueError } from '../checks/invalid-value.ts';
import { validator } from '../checks/validate.ts';
import type { Household, PricesHeader } from '../types.ts';
import type { DecodedArtifact } from './artifact.ts';
import { checkedHeader, checkedSections } from './check-artifact.ts';
import { checkGridTariffs } from './check-grid-tariff.ts';
import { checkBoundaries } from './price-area.ts';
import { type PricesArtifact, type PricesSections, pricesSections } from './prices-artifact.ts';
import { gridOf, maskOf } from './pv-yield-artifact.ts';

const checkFields = validator('data/prices-header.schema.json');

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
 * Checks that an artifact is one of prices.
 * @throws Error when the header or a section is not as it must be
 */
export function decodePrices(
  { header: json, sections }: DecodedArtifact,
  name: string,
): PricesArtifact {
  const header = checkedHeader(checkHeader, json, name);
  const arrays = checkedSections<PricesSections>(sections, pricesSections(header), name);
  const mask = { ...maskOf(header.coverage_mask), bits: arrays.coverage };
  return { ...arrays, header, grid: gridOf(header.grid), mask };
}
