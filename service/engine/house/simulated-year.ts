import { nonLeapYear } from '#clock/swedish-calendar.ts';
import recipe from '../../../fixtures/recipe.json' with { type: 'json' };
import type { PricesHeader } from '../../../schemas/types.ts';

/** The non-leap calendar year that answers are for: that of the prices, or of the default dataset's without prices. */
export function simulatedYear(
  dataset: { header: { spot?: Pick<PricesHeader['spot'], 'year'> | undefined } } | null,
): number {
  return nonLeapYear(dataset?.header.spot?.year ?? recipe.prices.year);
}
