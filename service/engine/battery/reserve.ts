/** A reserve for outages that differs between months. */
import { HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import type { Battery, Dispatch } from './battery.ts';
import { type AcFlows, idleFlows, MONTH_OF_HOUR } from './house.ts';

/** The reserve of each month. One number is that of all. */
export function reserveByMonth(share: number | readonly number[]): readonly number[] {
  return typeof share === 'number' ? new Array<number>(MONTHS).fill(share) : share;
}

/** Stored energy at the start of the year, kWh: the floor. */
export function startLevelKwh({ floorKwh, monthFloorsKwh }: Battery): number {
  return monthFloorsKwh?.[0] ?? floorKwh;
}

/**
 * The year of a battery whose floor differs between months: each month as in a year with its floor in all of them. Where
 * the floor rises, the store is filled by what it does not give until then.
 * @param run the year of a battery with one floor
 */
export function joinMonths(
  { monthFloorsKwh: floorsKwh, ...battery }: Battery,
  run: (battery: Battery) => Dispatch,
): Dispatch {
  if (!floorsKwh) return run(battery);
  const years = new Map<number, Dispatch>();
  const months = floorsKwh.map((floorKwh) => {
    const year = years.get(floorKwh) ?? run({ ...battery, floorKwh });
    years.set(floorKwh, year);
    return year;
  });
  const [{ minPeakKw, capKw }] = months;
  return {
    ...joinFlows(battery, floorsKwh, months),
    minPeakKw: minPeakKw?.map((kw, month) => months[month].minPeakKw?.[month] ?? kw) ?? null,
    capKw: capKw?.map((kw, t) => months[MONTH_OF_HOUR[t]].capKw?.[t] ?? kw) ?? null,
  };
}

function joinFlows(
  { ceilingKwh, efficiency }: Battery,
  floorsKwh: readonly number[],
  months: readonly AcFlows[],
): AcFlows {
  const { chargeKwh, dischargeKwh } = idleFlows();
  let [levelKwh] = floorsKwh;
  for (let t = 0; t < HOURS; t++) {
    const month = MONTH_OF_HOUR[t];
    const spareKwh = Math.max(0, levelKwh - floorsKwh[month]);
    chargeKwh[t] = Math.min(months[month].chargeKwh[t], (ceilingKwh - levelKwh) / efficiency);
    dischargeKwh[t] = Math.min(months[month].dischargeKwh[t], spareKwh * efficiency);
    levelKwh += chargeKwh[t] * efficiency - dischargeKwh[t] / efficiency;
    levelKwh = Math.min(ceilingKwh, levelKwh);
  }
  return { chargeKwh, dischargeKwh };
}
