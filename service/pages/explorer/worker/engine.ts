/** The service's own engine on the cases of the page: its answer while a slider moves. */

import type { BatteriesCase } from '#engine/battery/compare-batteries.ts';
import { withBattery } from '#engine/battery/house-months.ts';
import { simulateHouse } from '#engine/battery/simulate-house.ts';
import type { BatteryStrategy } from '../../../../schemas/types.ts';

/** The hours of a house's year, kWh and SEK per kWh, and what its battery saves. */
export interface HouseDays {
  pvKwh: Float64Array;
  loadKwh: Float64Array;
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
  importSekPerKwh: Float64Array;
  /** Savings of the battery, and those possible with the whole year known, SEK. */
  savesSek: number;
  possibleSek: number;
}

/** Computes the days of a house with one battery. Size 0 is none. */
export function computeDays(
  batteriesCase: BatteriesCase,
  sizeKwh: number,
  strategy: BatteryStrategy,
): HouseDays {
  const houseCase = withBattery(batteriesCase, sizeKwh, strategy);
  const { flows, served, ...year } = simulateHouse(houseCase);
  const { chargeKwh, dischargeKwh } = flows;
  return {
    ...served,
    chargeKwh,
    dischargeKwh,
    importSekPerKwh: houseCase.prices.importSekPerKwh,
    savesSek: year.battery.savingsSek,
    possibleSek: year.battery.possibleSavingsSek,
  };
}
