import { publishedProfile } from '../../../../fixtures/spot/spot-archive.ts';
import { seededRandom } from '../../../../pipeline/test/seeded-random.ts';
import { CLOCK_HOURS, HOURS } from '../../../../schemas/codec/axes.ts';
import { PROFILE, repeatProfile } from '../../simulation/series.ts';
import { plainPower } from '../../tariff/power-component.ts';
import { type Battery, type DispatchOptions, USUAL_BATTERY } from '../battery.ts';
import { type AcFlows, type House, MONTH_OF_HOUR, type Prices } from '../house.ts';

/** 1 at midwinter, -1 at midsummer. */
function winter(t: number): number {
  return Math.cos((2 * Math.PI * (t / CLOCK_HOURS - 10)) / 365);
}

/** A house with a heat pump and PV: 15 MWh of load and 9.9 MWh of PV by default, cloudy and clear days in turn. */
export function heatPumpHouse(seed: number, loadYearKwh = 15_000, pvYearKwh = 9_900): House {
  const random = seededRandom(seed);
  const loadKwh = new Float64Array(HOURS);
  const pvKwh = new Float64Array(HOURS);
  let clearness = 0.5;
  for (let t = 0; t < HOURS; t++) {
    const hour = t % CLOCK_HOURS;
    if (hour === 0) clearness = 0.5 * clearness + 0.5 * random();
    const evening = Math.exp(-(((hour - 18.5) / 2.5) ** 2));
    const morning = Math.exp(-(((hour - 7) / 1.5) ** 2));
    const heat = Math.max(0, 1 + 1.1 * winter(t));
    const household = 0.4 + 0.9 * evening + 0.5 * morning + (random() < 0.04 ? 2.5 * random() : 0);
    loadKwh[t] = (household + heat) * (0.7 + 0.6 * random());
    const halfDay = 6 - 3 * winter(t);
    const sun = Math.cos((Math.PI * (hour + 0.5 - 12)) / (2 * halfDay));
    const up = Math.abs(hour + 0.5 - 12) < halfDay;
    pvKwh[t] = up ? sun * (0.75 - 0.5 * winter(t)) * clearness * (0.7 + 0.6 * random()) : 0;
  }
  return { loadKwh: scaledTo(loadKwh, loadYearKwh), pvKwh: scaledTo(pvKwh, pvYearKwh) };
}

function scaledTo(kwh: Float64Array, yearKwh: number): Float64Array {
  const sum = kwh.reduce((total, value) => total + value, 0);
  return kwh.map((value) => (value * yearKwh) / sum);
}

/** A year of hourly spot prices, SEK/kWh: two peaks a day, a level that wanders, some hours below 0 in summer. */
export function generatedSpot(seed: number): Float64Array {
  const random = seededRandom(seed);
  const spot = new Float64Array(HOURS);
  let level = 0.5;
  for (let t = 0; t < HOURS; t++) {
    const hour = t % CLOCK_HOURS;
    if (hour === 0) level = 0.75 * level + 0.25 * (0.5 + 0.2 * winter(t) + 1.2 * (random() - 0.5));
    const peaks =
      0.8 * Math.exp(-(((hour - 8) / 2) ** 2)) + Math.exp(-(((hour - 19) / 2.5) ** 2)) - 0.45;
    const noon =
      MONTH_OF_HOUR[t] > 2 && MONTH_OF_HOUR[t] < 9 ? Math.exp(-(((hour - 13) / 3) ** 2)) : 0;
    spot[t] = level + 0.6 * level * peaks - 0.45 * noon + 0.06 * (random() - 0.5);
  }
  return spot;
}

/** The published month x hour means of the spot price of an area, counted from SE1 = 0, in every hour of a year. */
export function publishedSpot(area: number): Float64Array {
  return repeatProfile(publishedProfile().subarray(area * PROFILE, (area + 1) * PROFILE));
}

/** Swedish retail prices on a spot price: markup, grid fee, energy tax and VAT on what is bought. Grid benefit on what is sold, times a factor. */
export function retailPrices(spot: Float64Array, peakChargeSekPerKw = 0, exportFactor = 1): Prices {
  return {
    importSekPerKwh: spot.map((sek) => (sek + 0.08 + 0.1996 + 0.36) * 1.25),
    exportSekPerKwh: spot.map((sek) => (sek + 0.052) * exportFactor),
    monthlyFeeSek: 0,
    power: plainPower(peakChargeSekPerKw),
  };
}

/** A battery that may use 10 to 100 % of its capacity. */
export function testBattery(capacityKwh: number, powerKw: number, roundTrip = 0.9): Battery {
  return {
    powerKw,
    floorKwh: 0.1 * capacityKwh,
    ceilingKwh: capacityKwh,
    efficiency: Math.sqrt(roundTrip),
  };
}

/** DispatchOptions only for a strategy: every goal, no least spread, no target. */
export function plainOptions(strategy: DispatchOptions['strategy']): DispatchOptions {
  const { priority, peakTargetKw } = USUAL_BATTERY;
  return { strategy, priority, peakTargetKw, minSpreadSekPerKwh: 0 };
}

/** Energy cost of hours `from` to `to`-1, SEK. */
export function energySek(
  house: House,
  prices: Prices,
  flows: AcFlows,
  from: number,
  to: number,
): number {
  let sek = 0;
  for (let t = from; t < to; t++) {
    const kwh = house.loadKwh[t] - house.pvKwh[t] + flows.chargeKwh[t] - flows.dischargeKwh[t];
    sek += kwh * (kwh > 0 ? prices.importSekPerKwh[t] : prices.exportSekPerKwh[t]);
  }
  return sek;
}

/** The first hours of a house as given, kWh. Nothing happens in the rest of the year. */
export function shortHouse(loadKwh: number[], pvKwh: number[]): House {
  return { loadKwh: shortYear(loadKwh), pvKwh: shortYear(pvKwh) };
}

/** The first hours' prices as given, SEK/kWh. 0 in the rest of the year. */
export function shortPrices(importSek: number[], exportSek: number[]): Prices {
  return {
    importSekPerKwh: shortYear(importSek),
    exportSekPerKwh: shortYear(exportSek),
    monthlyFeeSek: 0,
    power: [],
  };
}

/** The first hours as given. 0 in the rest of the year. */
export function shortYear(values: number[]): Float64Array {
  const year = new Float64Array(HOURS);
  year.set(values);
  return year;
}
