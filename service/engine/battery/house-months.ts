import type { BatteryStrategy } from '../../../schemas/types.ts';
import { sum } from '../statistics.ts';
import { accountYear, gridExchange } from './accounting.ts';
import { defaultPowerKw, privateBattery, withStandby } from './battery.ts';
import type { BatteriesCase } from './compare-batteries.ts';
import { dispatchYear } from './dispatch.ts';
import { idleFlows, withoutLossySales } from './house.ts';
import { originSplit } from './savings-split.ts';
import type { HouseCase } from './simulate-house.ts';

/** One battery of a house. Size 0 is none. */
export interface OneBattery {
  sizeKwh: number;
  strategy: BatteryStrategy;
}

/** The months of the two systems to choose from. */
export interface SystemMonths {
  panels: HouseMonths;
  both: HouseMonths;
}

/** The months of a house's year, kWh. */
export interface HouseMonths {
  /** Energy of the sun that is neither sold nor curtailed. */
  usedKwh: number[];
  /** Energy of the sun that is sold. Bought energy that the battery resells is not. */
  soldKwh: number[];
  /** Energy that the house uses in all, from sun and grid. */
  useKwh: number[];
  /** Energy of the year's sun that is switched off: above the main fuse, or where a sale costs. */
  curtailedKwh: number;
  /** Electricity of the year from the grid, and its cost with all fees. */
  boughtKwh: number;
  boughtSek: number;
  /** Income of the year from what is sold. */
  soldSek: number;
}

/** Computes the months of a house with the panels only, and with a battery. */
export function systemMonths(
  batteriesCase: BatteriesCase,
  { sizeKwh, strategy }: OneBattery,
): SystemMonths {
  const panels = computeMonths(batteriesCase, 0, strategy);
  return { panels, both: sizeKwh > 0 ? computeMonths(batteriesCase, sizeKwh, strategy) : panels };
}

/** Computes what becomes of the sun in each month of a house with one battery. Size 0 is none. */
function computeMonths(
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
    usedKwh: Array.from(producedKwh, (kwh, month) => kwh - soldKwh[month] - curtailedKwh[month]),
    soldKwh: Array.from(soldKwh),
    useKwh: Array.from(consumedKwh),
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
