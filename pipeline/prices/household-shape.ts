import { CLOCK_HOURS, MONTH_DAYS } from '../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import { HOUSEHOLD_USES } from '../../schemas/codec/prices-artifact.ts';
import type { Household, HouseholdUseName, PriceArea } from '../../schemas/types.ts';

/**
 * Each use's load as kWh in one clock hour of a day of the month, for 1 kWh of it in the 365-day
 * year: [area][use][month][hour], 4 x 3 x 12 x 24, hour fastest, areas and uses in the order of
 * PRICE_AREAS and HOUSEHOLD_USES.
 * @throws Error when not exactly one profile serves a use in an area and month
 */
export function householdShape(record: Household): Float64Array {
  return Float64Array.from(
    PRICE_AREAS.flatMap((area) => HOUSEHOLD_USES.flatMap((use) => useShape(record, use, area))),
  );
}

/** [month][hour]. */
function useShape(record: Household, use: HouseholdUseName, area: PriceArea): number[] {
  const monthShares = monthSharesOf(record, use, area);
  return MONTH_DAYS.flatMap((days, month) =>
    hourSharesOf(record, use, area, month).map((share) => (monthShares[month] / days) * share),
  );
}

function monthSharesOf(record: Household, use: HouseholdUseName, area: PriceArea): number[] {
  const serving = record.month_profiles.filter(
    (profile) => profile.use === use && profile.areas.includes(area),
  );
  return parts(only(serving, `month_profiles for ${use} in ${area}`).shares);
}

function hourSharesOf(
  record: Household,
  use: HouseholdUseName,
  area: PriceArea,
  month: number,
): number[] {
  const serving = record.day_profiles.filter(
    ({ uses, months }) => uses.includes(use) && months[area].includes(month + 1),
  );
  const profile = only(serving, `day_profiles for ${use} in ${area}, month ${month + 1}`);
  const flatShare = record.uses[use].flat_share?.value ?? 0;
  return parts(profile.shares).map((part) => flatShare / CLOCK_HOURS + (1 - flatShare) * part);
}

/** The one row of a table that serves a case. */
function only<Row>(rows: Row[], what: string): Row {
  if (rows.length === 1) return rows[0];
  throw new Error(`The household record has ${rows.length} ${what}, expected exactly one.`);
}

/** The values as parts of their sum. */
function parts(values: number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}
