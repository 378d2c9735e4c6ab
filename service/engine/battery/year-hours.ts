import { HOURS } from '../../../schemas/codec/axes.ts';
import type { AcFlows, Battery } from './battery.ts';
import { gridExchange, type House, type Prices } from './house.ts';

/** Each hour of a year: energy, kWh, which in an hour is mean kW, and prices, SEK/kWh. */
export interface YearHours {
  pvKwh: Float64Array;
  loadKwh: Float64Array;
  importKwh: Float64Array;
  exportKwh: Float64Array;
  /** AC side of the battery; never both in one hour. */
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
  /** Stored at the end of the hour. */
  levelKwh: Float64Array;
  importSekPerKwh: Float64Array;
  exportSekPerKwh: Float64Array;
}

/** The hours of a house's year under the flows of its battery. */
export function yearHours(
  house: House,
  { importSekPerKwh, exportSekPerKwh }: Prices,
  battery: Battery,
  { chargeKwh, dischargeKwh }: AcFlows,
): YearHours {
  const { pvKwh, loadKwh } = house;
  const gridKwh = gridExchange(house, { chargeKwh, dischargeKwh });
  return {
    pvKwh,
    loadKwh,
    importKwh: gridKwh.map((kwh) => Math.max(0, kwh)),
    exportKwh: gridKwh.map((kwh) => Math.max(0, -kwh)),
    chargeKwh,
    dischargeKwh,
    levelKwh: storedLevels(battery, { chargeKwh, dischargeKwh }),
    importSekPerKwh,
    exportSekPerKwh,
  };
}

/** Stored energy at the end of each hour, kWh; the year starts at the floor. */
function storedLevels(battery: Battery, { chargeKwh, dischargeKwh }: AcFlows): Float64Array {
  const { floorKwh, ceilingKwh, efficiency } = battery;
  const levelsKwh = new Float64Array(HOURS);
  let levelKwh = floorKwh;
  for (let t = 0; t < HOURS; t++) {
    levelKwh += chargeKwh[t] * efficiency - dischargeKwh[t] / efficiency;
    // Rounding alone may pass a bound.
    levelKwh = Math.min(ceilingKwh, Math.max(floorKwh, levelKwh));
    levelsKwh[t] = levelKwh;
  }
  return levelsKwh;
}
