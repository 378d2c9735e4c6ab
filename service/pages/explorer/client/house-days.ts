/** The mean day of a month out of a year of hours. */
import { CLOCK_HOURS, MONTH_DAYS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import type { HouseDays } from '../worker/engine.ts';
import type { Day } from './charts/day-chart.ts';

/** The series of a day's picture over a year. */
export type DayHours = Omit<HouseDays, 'savesSek' | 'possibleSek'>;

/** Computes the mean of each clock hour over the days of a month, 0 to 11. */
export function computeMeanDay(hours: DayHours, month: number): Day {
  const mean = (series: Float64Array) => computeHourMeans(series, month);
  return {
    sunKw: mean(hours.pvKwh),
    loadKw: mean(hours.loadKwh),
    chargeKw: mean(hours.chargeKwh),
    dischargeKw: mean(hours.dischargeKwh),
    priceSekPerKwh: mean(hours.importSekPerKwh),
  };
}

function computeHourMeans(series: Float64Array, month: number): Float64Array {
  const means = new Float64Array(CLOCK_HOURS);
  const days = MONTH_DAYS[month];
  for (let hour = 0; hour < days * CLOCK_HOURS; hour++)
    means[hour % CLOCK_HOURS] += series[MONTH_START[month] + hour] / days;
  return means;
}
