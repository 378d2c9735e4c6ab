import record from '../../../../fixtures/market/grid-tariffs.json' with { type: 'json' };
import { seededRandom } from '../../../../pipeline/test/seeded-random.ts';
import { HOURS } from '../../../../schemas/codec/axes.ts';
import type { GridTariffs } from '../../../../schemas/types.ts';
import { houseLoad } from '../../house/house-load.ts';
import { RECORD, YEAR } from '../../house/test/record.ts';
import { sum } from '../../statistics.ts';
import { gridCharges } from '../../tariff/grid-charges.ts';
import type { PowerComponent } from '../../tariff/power-component.ts';
import { accountYear } from '../accounting.ts';
import { allowedFlows, type Battery, cappedHours } from '../battery.ts';
import { dispatchYear } from '../dispatch.ts';
import { type AcFlows, type House, idleFlows, type Prices } from '../house.ts';
import {
  generatedSpot,
  heatPumpHouse,
  plainOptions,
  publishedSpot,
  retailPrices,
  testBattery,
} from './houses.ts';
import { solveYear } from './linear-programme.ts';
import { yearAgainstOptimum } from './optimum.ts';

/** Price lists of every kind of power charge that Swedish houses meet. */
export const LISTS = {
  'partille-2024': 'highest hour',
  'telge-2025': 'highest hour of winter workdays',
  'falbygden-2026': 'highest hour, and of winter workdays',
  'btea-2025': 'the same, prices by season',
  'tekniska-linkoping-alt-2025': 'highest hour by day and by night',
  'goteborg-gnm63-2026': '3 days',
  'ellevio-2026a': '3 days, nights half',
  'nacka-2025': '3 hours',
  'tekniska-linkoping-std-2026': '5 days',
  'sollentuna-2026': '3 workdays',
  'salaheby-2025': '3 hours of workdays',
  'jonkoping-effekt-2025': '2 days, and of winter workdays',
} as const;

export type ListId = keyof typeof LISTS;

/** Lists that bill one hour a month with each component. */
export const ONE_HOUR: readonly ListId[] = [
  'partille-2024',
  'telge-2025',
  'falbygden-2026',
  'btea-2025',
  'tekniska-linkoping-alt-2025',
];

/** A house with its battery and the spot prices that it lives with. */
export interface TariffHouse {
  house: House;
  spot: Float64Array;
  battery: Battery;
}

/** A house of the series: realistic loads of four towns with and without car and PV, five batteries, four price years. */
export function tariffHouse(index: number): TariffHouse {
  const random = seededRandom(1000 + index);
  random();
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)];
  const use = {
    yearlyKwh: pick([5000, 9000, 15_000, 20_000, 28_000]),
    evKmPerDay: pick([0, 0, 30, 60]),
  };
  const town = RECORD.towns[pick(['SE1', 'SE2', 'SE3', 'SE4'] as const)];
  const pvYearKwh = pick([0, 5000, 10_000, 15_000]);
  const spots = [
    () => generatedSpot(index).map((sek) => Math.max(0, sek)),
    () => generatedSpot(index).map((sek) => Math.max(0, 1.5 * sek - 0.2)),
    () => publishedSpot(1),
    () => publishedSpot(3),
  ];
  return {
    house: {
      loadKwh: houseLoad(RECORD, town.temperature_c, YEAR, use),
      pvKwh: heatPumpHouse(index, 1, pvYearKwh).pvKwh,
    },
    spot: pick(spots)(),
    battery: pick([
      testBattery(5, 2.5),
      testBattery(10, 5),
      testBattery(10, 10, 0.92),
      testBattery(15, 7.5),
      testBattery(20, 5, 0.85),
    ]),
  };
}

/** A year under a price list compared with its linear programmes. */
export interface TariffOutcome {
  /** Savings of `combined` as a share of the year's optimum. */
  combined: number;
  /** Fall of the power charge under `peak_shaving` as a share of the greatest. */
  shaved: number;
  /** Savings of the plan with the whole year known, likewise. */
  foresight: number;
}

/** Runs a house under a list and solves its linear programmes with the whole year known. */
export function againstOptimum(list: ListId, { house, spot, battery }: TariffHouse): TariffOutcome {
  const prices: Prices = { ...retailPrices(spot), power: powerOf(list) };
  const { share, foresight } = yearAgainstOptimum(house, prices, battery);
  const options = plainOptions('peak_shaving');
  const hours = cappedHours(house, battery, allowedFlows('peak_shaving', prices, options));
  const shaved = dispatchYear(house, prices, battery, options);
  const idlePowerSek = powerSek(house, prices, idleFlows());
  const minPowerSek = solveYear({ house, prices, hours, minSpreadSekPerKwh: 0 }, 'power');
  return {
    combined: share,
    shaved: (idlePowerSek - powerSek(house, prices, shaved)) / (idlePowerSek - minPowerSek),
    foresight,
  };
}

/** The power charges of a list at 20 A, in the year of the houses. */
export function powerOf(id: ListId): PowerComponent[] {
  const list = (record as GridTariffs).lists.find((one) => one.id === id);
  if (!list) throw new Error(`The price lists have no "${id}".`);
  const spotSekPerKwh = () => new Float64Array(HOURS);
  return gridCharges(list, { fuseA: 20, year: YEAR, spotSekPerKwh }).power;
}

function powerSek(house: House, prices: Prices, flows: AcFlows): number {
  return sum(accountYear(house, prices, flows).powerSek);
}
