import type { BatteriesCase } from '#engine/battery/compare-batteries.ts';
import { type OneBattery, systemMonths, withBattery } from '#engine/battery/house-months.ts';
import { simulateHouse } from '#engine/battery/simulate-house.ts';
import { houseSavings } from '#engine/economy/house-savings.ts';
import { type LowHigh, type RangeYears, rangeYears } from '#engine/range/range-years.ts';
import { normalise, normaliseMatrix } from '#engine/yield/normalise.ts';
import { followLatest, type HouseState } from '../state.ts';
import { resolveHouse, resolveYears } from './house-case.ts';
import type { House, HouseDays, HouseMoney, LocalCalls } from './local-calls.ts';
import { placeImportHours, placeMarket, placeSpot } from './place-market.ts';
import type { PriceSource } from './price-source.ts';
import {
  buildComparisonRequest,
  buildHouseSeries,
  buildPlace,
  buildSeriesRequest,
  computeRaiseSek,
} from './requests.ts';
import { sumChances } from './roof-chance.ts';
import { type HouseCalls, writeSnippets } from './snippets.ts';
import type { SunSource } from './sun-source.ts';

/** The plane by which the API's ranges say how years of sun lie apart. */
const SOUTH = { tilt: 40, azimuth: 180 };

/** The sun of a low and of a high year at a place. Null where the dataset does not say. */
export async function sunEnds(
  sun: SunSource,
  { lat, lng }: Pick<HouseState, 'lat' | 'lng'>,
): Promise<LowHigh | null> {
  const { annual_kwh_kwp: mean, variability } = await sun.plane(normalise({ lat, lng, ...SOUTH }));
  if (!variability) return null;
  const { p90_annual_kwh_kwp, p10_annual_kwh_kwp } = variability;
  return { low: p90_annual_kwh_kwp / mean, high: p10_annual_kwh_kwp / mean };
}

/** The worker's answers from a dataset, wherever it comes from. */
export function localCalls(sun: SunSource, source: PriceSource): LocalCalls {
  /** A house with the prices of its place. */
  async function priced({ state, meter }: House) {
    const prices = await source.at(state, state.gridTariff !== null);
    const market = placeMarket(prices, state);
    const importHours = state.gridFeeOre === null ? null : placeImportHours(prices, state);
    const pvKwh = await sun.hours(buildHouseSeries({ state, meter }), prices);
    const answers = { pvKwh, market, importHours, meter };
    return { prices, market, request: buildComparisonRequest(state, answers) };
  }

  async function resolved(house: House) {
    const { market, request, prices } = await priced(house);
    const level = 1 + followLatest(house.state, market).priceLevelPct / 100;
    return { ...resolveHouse(request, prices, level), prices };
  }

  async function money(house: House): Promise<HouseMoney> {
    const { state } = house;
    const answer = async (asked: House) => houseSavings((await resolved(asked)).batteries);
    const without = (part: Partial<HouseState>) =>
      answer({ ...house, state: { ...state, ...part } });
    return {
      money: await answer(house),
      plain: state.gridTariff ? await without({ gridTariff: null }) : null,
      unreserved: state.reservePct > 0 ? await without({ reservePct: 0 }) : null,
    };
  }

  async function range(house: House, battery: OneBattery): Promise<RangeYears | null> {
    const ends = await sunEnds(sun, house.state);
    if (!ends) return null;
    const found = await resolved(house);
    return rangeYears({
      ...withBattery(found.batteries, battery.sizeKwh, battery.strategy),
      ...resolveYears(found, found.prices),
      sun: ends,
    });
  }

  async function calls(house: House): Promise<HouseCalls> {
    const { state } = house;
    const { market, request } = await priced(house);
    return {
      series: buildHouseSeries(house),
      compare: request,
      raisedSek: state.gridTariff ? null : computeRaiseSek(state, market),
    };
  }

  return {
    matrix: (place) => sun.matrix(normaliseMatrix({ ...buildPlace(place), months: 1 })),
    async chance(state) {
      const { faces } = state;
      const answers = faces.map(({ tilt, azimuth }) =>
        sun.plane(normalise({ ...buildPlace(state), tilt, azimuth })),
      );
      return { chance: sumChances(await Promise.all(answers), faces) };
    },
    tariffs: source.tariffs,
    spot: async (place) => placeSpot(await source.at(place, false), place),
    market: async (place) => placeMarket(await source.at(place, false), place),
    async hours(state) {
      const prices = await source.at(state, false).catch(() => null);
      return Float64Array.from(await sun.hours(buildSeriesRequest(state), prices));
    },
    money,
    elsewhere: (houses) => Promise.all(houses.map(money)),
    async compare(request) {
      const { lat, lng } = request.location ?? {};
      if (lat === undefined || lng === undefined) throw new Error('A house here has a place.');
      return houseSavings(resolveHouse(request, await source.at({ lat, lng }, false)).batteries);
    },
    days: async (house, battery) => computeDays((await resolved(house)).batteries, battery),
    months: async (house, battery) => systemMonths((await resolved(house)).batteries, battery),
    async snippets(house, economy, origin) {
      const { compare, ...found } = await calls(house);
      const shown = house.meter ? { ...compare, consumption: {} } : compare;
      return writeSnippets({ ...found, origin, economy, compare: shown });
    },
    range: async (house, battery) => ({ years: await range(house, battery) }),
    calls,
  };
}

/** Computes the days of a house with one battery. Size 0 is none. */
function computeDays(batteries: BatteriesCase, { sizeKwh, strategy }: OneBattery): HouseDays {
  const houseCase = withBattery(batteries, sizeKwh, strategy);
  const { flows, served, battery } = simulateHouse(houseCase);
  const { chargeKwh, dischargeKwh } = flows;
  return {
    ...served,
    chargeKwh,
    dischargeKwh,
    importSekPerKwh: houseCase.prices.importSekPerKwh,
    savesSek: battery.savingsSek,
    possibleSek: battery.possibleSavingsSek,
  };
}
