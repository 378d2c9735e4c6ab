import type { Household } from '../../../schemas/types.ts';
import { householdParts } from '../house/house-load.ts';
import { sum } from '../statistics.ts';

/**
 * Share of a load that is space heat by the household model.
 * @param yearlyKwh of the model without the car; hours of one's own are taken as those of a house that uses as much
 */
export function heatShare(record: Household, loadKwh: Float64Array, yearlyKwh?: number): number {
  const sumKwh = sum(loadKwh);
  return sumKwh > 0 ? householdParts(record, yearlyKwh ?? sumKwh).space_heat / sumKwh : 0;
}
