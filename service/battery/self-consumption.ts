import { type AcFlows, type Battery, idleFlows } from './battery.ts';
import type { House } from './house.ts';
import { HOURS } from './simulated-year.ts';

/** A year of storing every surplus and covering every deficit as far as the battery goes, blind to prices. */
export function selfConsumption(house: House, battery: Battery): AcFlows {
  const { loadKwh, pvKwh } = house;
  const { powerKw, floorKwh, ceilingKwh, efficiency } = battery;
  const { chargeKwh, dischargeKwh } = idleFlows();
  let levelKwh = floorKwh;
  for (let t = 0; t < HOURS; t++) {
    const netKwh = loadKwh[t] - pvKwh[t];
    if (netKwh < 0) {
      const charge = Math.min(-netKwh, powerKw, (ceilingKwh - levelKwh) / efficiency);
      chargeKwh[t] = charge;
      levelKwh = Math.min(ceilingKwh, levelKwh + charge * efficiency);
    } else {
      const discharge = Math.min(netKwh, powerKw, (levelKwh - floorKwh) * efficiency);
      dischargeKwh[t] = discharge;
      levelKwh = Math.max(floorKwh, levelKwh - discharge / efficiency);
    }
  }
  return { chargeKwh, dischargeKwh };
}
