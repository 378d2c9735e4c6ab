import { CLOCK_HOURS, DAYS, HOURS } from '../../../schemas/codec/axes.ts';
import type { Battery } from './battery.ts';
import { type AcFlows, gridExchange, type House, idleFlows, type Prices } from './house.ts';

/**
 * Savings of a battery on the energy of each day, SEK. A stored kWh counts on the day it is used, at what it cost: the
 * mean cost of what is stored then. What is left at the year's end has been bought for nothing on the last day. The
 * power charge, which is a month's, is no day's.
 */
export function daySavings(
  house: House,
  { importSekPerKwh, exportSekPerKwh }: Prices,
  { efficiency }: Battery,
  flows: AcFlows,
): Float64Array {
  const { chargeKwh, dischargeKwh } = flows;
  const without = gridExchange(house, idleFlows());
  const withBattery = gridExchange(house, flows);
  const savedSek = new Float64Array(DAYS);
  let storedKwh = 0;
  let storedSek = 0;
  for (let t = 0; t < HOURS; t++) {
    const billSek = (kwh: number) => kwh * (kwh > 0 ? importSekPerKwh[t] : exportSekPerKwh[t]);
    const lessSek = billSek(without[t]) - billSek(withBattery[t]);
    if (chargeKwh[t] > 0) {
      storedKwh += chargeKwh[t] * efficiency;
      storedSek -= lessSek;
    } else if (dischargeKwh[t] > 0) {
      const outKwh = Math.min(storedKwh, dischargeKwh[t] / efficiency);
      const costSek = storedKwh > 0 ? (storedSek * outKwh) / storedKwh : 0;
      savedSek[Math.floor(t / CLOCK_HOURS)] += lessSek - costSek;
      storedKwh -= outKwh;
      storedSek -= costSek;
    }
  }
  savedSek[DAYS - 1] -= storedSek;
  return savedSek;
}
