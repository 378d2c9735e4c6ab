/** The service's own engine on the cases of the page: its answer while a slider moves. */

import { accountYear, gridExchange } from '#engine/battery/accounting.ts';
import { defaultPowerKw, privateBattery, withStandby } from '#engine/battery/battery.ts';
import type { BatteriesCase } from '#engine/battery/compare-batteries.ts';
import { dispatchYear } from '#engine/battery/dispatch.ts';
import { idleFlows, withoutLossySales } from '#engine/battery/house.ts';
import { originSplit } from '#engine/battery/savings-split.ts';
import { type HouseCase, simulateHouse } from '#engine/battery/simulate-house.ts';
import { sum } from '#engine/statistics.ts';
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

/** The months of a house's year, kWh. */
export interface HouseMonths {
  /** Energy of the sun that is neither sold nor curtailed. */
  usedKwh: Float64Array;
  /** Energy of the sun that is sold. Bought energy that the battery resells is not. */
  soldKwh: Float64Array;
  /** Energy that the house uses in all, from sun and grid. */
  useKwh: Float64Array;
  /** Energy of the year's sun that is switched off: above the main fuse, or where a sale costs. */
  curtailedKwh: number;
  /** Electricity of the year from the grid, and its cost with all fees. */
  boughtKwh: number;
  boughtSek: number;
  /** Income of the year from what is sold. */
  soldSek: number;
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

/** Computes what becomes of the sun in each month of a house with one battery. Size 0 is none. */
export function computeMonths(
  batteriesCase: BatteriesCase,
  sizeKwh: number,
  strategy: BatteryStrategy,
): HouseMonths {
  const { house: own, prices, battery: owned } = withBattery(batteriesCase, sizeKwh, strategy);
  const house = withStandby(withoutLossySales(own, prices), sizeKwh, owned);
  const battery = privateBattery(sizeKwh, owned.powerKw, owned, null);
  const flows = sizeKwh > 0 ? dispatchYear(house, prices, battery, owned) : idleFlows();
  const { producedKwh, consumedKwh, curtailedKwh, ...account } = accountYear(house, prices, flows);
  const soldSek = sum(
    gridExchange(house, flows).map((kwh, t) => Math.max(0, -kwh) * prices.exportSekPerKwh[t]),
  );
  const { soldKwh } = originSplit(house, prices, battery, flows).sun;
  return {
    usedKwh: producedKwh.map((kwh, month) => kwh - soldKwh[month] - curtailedKwh[month]),
    soldKwh,
    useKwh: consumedKwh,
    curtailedKwh: sum(curtailedKwh),
    boughtKwh: sum(account.importedKwh),
    boughtSek: account.yearCostSek + soldSek,
    soldSek,
  };
}

/** Takes one battery of a comparison, with the power that its size has. */
export function withBattery(
  { house, prices, battery }: BatteriesCase,
  sizeKwh: number,
  strategy: BatteryStrategy,
): HouseCase {
  const size = { capacityKwh: sizeKwh, powerKw: defaultPowerKw(sizeKwh) };
  return { house, prices, battery: { ...battery, ...size, strategy }, program: null };
}
