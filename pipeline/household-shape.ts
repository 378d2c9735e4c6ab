import { PRICE_AREAS } from '../schemas/price-area.ts';
import type { Household, HouseholdUse, PriceArea } from '../schemas/types.ts';
import { MONTH_DAYS } from './solar/calendar.ts';

const HOURS = 24;

/**
 * The household's load as kWh in one clock hour of a day of the month, for a use of 1 kWh in the
 * 365-day year: [area][month][hour], 4 x 12 x 24, hour fastest, areas in the order of PRICE_AREAS.
 * @throws Error when not exactly one profile serves a use in an area and month
 */
export function householdShape(record: Household): Float64Array {
  const shape = new Float64Array(PRICE_AREAS.length * MONTH_DAYS.length * HOURS);
  const yearShares = parts(record.uses.map((use) => use.yearly_kwh.value));
  PRICE_AREAS.forEach((area, areaIndex) => {
    const place = areaIndex * MONTH_DAYS.length * HOURS;
    record.uses.forEach((use, i) => {
      addUse(shape.subarray(place), record, use, area, yearShares[i]);
    });
  });
  return shape;
}

function addUse(
  areaShape: Float64Array,
  record: Household,
  use: HouseholdUse,
  area: PriceArea,
  yearShare: number,
): void {
  const monthShares = monthSharesOf(record, use, area);
  MONTH_DAYS.forEach((days, month) => {
    const dayKwh = (yearShare * monthShares[month]) / days;
    hourSharesOf(record, use, area, month).forEach((share, hour) => {
      areaShape[month * HOURS + hour] += dayKwh * share;
    });
  });
}

function monthSharesOf(record: Household, use: HouseholdUse, area: PriceArea): number[] {
  const serving = record.month_profiles.filter(
    (profile) => profile.use === use.name && profile.areas.includes(area),
  );
  return parts(only(serving, `month_profiles for ${use.name} in ${area}`).shares);
}

function hourSharesOf(
  record: Household,
  use: HouseholdUse,
  area: PriceArea,
  month: number,
): number[] {
  const serving = record.day_profiles.filter(
    ({ uses, months }) => uses.includes(use.name) && months[area].includes(month + 1),
  );
  const profile = only(serving, `day_profiles for ${use.name} in ${area}, month ${month + 1}`);
  const flatShare = use.flat_share?.value ?? 0;
  return parts(profile.shares).map((part) => flatShare / HOURS + (1 - flatShare) * part);
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
