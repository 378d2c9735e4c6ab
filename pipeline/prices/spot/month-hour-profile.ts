import { HOUR_MS, localHour } from '#common/stockholm-time.ts';
import { CLOCK_HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import type { HourlySpot } from './spot-price.ts';

/** Mean prices by month and clock hour in Sweden, areas in the order of PRICE_AREAS. */
export interface MonthHourProfile {
  /** SEK/kWh, [area][month][clock hour], hour fastest; NaN where no hour has a price. */
  sekPerKwh: Float64Array;
  /** [area][month]. */
  hoursUsed: Int32Array;
  hoursMissing: Int32Array;
}

/** The plain means of a year's hours; the autumn day counts both its hours at 02. */
export function monthHourProfile({ startMs, sekPerKwh }: HourlySpot): MonthHourProfile {
  const areas = sekPerKwh.length;
  const sums = new Float64Array(areas * MONTHS * CLOCK_HOURS);
  const counts = new Int32Array(sums.length);
  const hoursUsed = new Int32Array(areas * MONTHS);
  const hoursMissing = new Int32Array(areas * MONTHS);
  sekPerKwh.forEach((prices, area) => {
    prices.forEach((price, index) => {
      const { month, hour } = localHour(startMs + index * HOUR_MS);
      const row = area * MONTHS + month;
      if (Number.isNaN(price)) {
        hoursMissing[row]++;
        return;
      }
      hoursUsed[row]++;
      sums[row * CLOCK_HOURS + hour] += price;
      counts[row * CLOCK_HOURS + hour]++;
    });
  });
  return { sekPerKwh: sums.map((sum, i) => sum / counts[i]), hoursUsed, hoursMissing };
}
