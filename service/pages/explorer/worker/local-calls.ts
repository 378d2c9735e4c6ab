import type { OneBattery, SystemMonths } from '#engine/battery/house-months.ts';
import type { HouseSavings } from '#engine/economy/verdict.ts';
import type { RangeYears } from '#engine/range/range-years.ts';
import type {
  BatteryStrategiesRequest,
  GridTariff,
  PvYieldMatrix,
} from '../../../../schemas/types.ts';
import type { DataUrls } from '../../ui/script-data.ts';
import type { EconomyToday } from '../house-verdict.ts';
import type { HouseState, MeterHours, PlaceSpot } from '../state.ts';
import type { PlaceMarket } from './place-market.ts';
import type { RoofChance } from './roof-chance.ts';
import type { HouseCalls, SnippetLanguage } from './snippets.ts';

/** A place's yields by month as the API's matrix has them, kWh/kWp: [month][tilt][azimuth]. */
export type MonthlyYields = NonNullable<PvYieldMatrix['monthly_kwh_kwp']>;

/** A place's yields of all planes, by month too. */
export type PlaceMatrix = PvYieldMatrix & { monthly_kwh_kwp: MonthlyYields };

/** A place, and the system losses of its roofs. */
export type Place = Pick<HouseState, 'lat' | 'lng' | 'systemLossPct'>;

/** All that a house's figures are made of. */
export interface House {
  state: HouseState;
  meter: MeterHours | null;
}

export interface HouseMoney {
  money: HouseSavings;
  /** The same without the grid company's price list. Null if none counts. */
  plain: HouseSavings | null;
  /** The same without a reserve for outages. Null if there is none. */
  unreserved: HouseSavings | null;
}

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

/** Work of the worker, by its name. Errors have a code and a status. */
export interface LocalCalls {
  /** Yields of every plane of a place, by month too. */
  matrix(place: Place): Promise<PlaceMatrix>;
  spot(place: Pick<Place, 'lat' | 'lng'>): Promise<PlaceSpot>;
  /** All that prices consist of there. */
  market(place: Pick<Place, 'lat' | 'lng'>): Promise<PlaceMarket>;
  /** The years that nine chances in ten exceed. Null where the dataset does not say. */
  chance(state: HouseState): Promise<{ chance: RoofChance | null }>;
  /** The hours of a roof, kWh. */
  hours(state: HouseState): Promise<Float64Array>;
  /** Savings of sun and batteries. */
  money(house: House): Promise<HouseMoney>;
  /** Savings of a house in each of several places. */
  elsewhere(houses: House[]): Promise<HouseMoney[]>;
  /** The same of a request of one's own, by the prices of its place. */
  compare(request: BatteryStrategiesRequest): Promise<HouseSavings>;
  /** The hours of a house with one battery. */
  days(house: House, battery: OneBattery): Promise<HouseDays>;
  /** The months of a house with the panels only, and with a battery. */
  months(house: House, battery: OneBattery): Promise<SystemMonths>;
  /** Years of a house with one battery. Null where the dataset does not say how years of sun lie apart. */
  range(house: House, battery: OneBattery): Promise<{ years: RangeYears | null }>;
  calls(house: House): Promise<HouseCalls>;
  /** Code to copy that gives the verdict, without a meter's hours. @param origin scheme, host and port of the API */
  snippets(
    house: House,
    economy: EconomyToday,
    origin: string,
  ): Promise<Record<SnippetLanguage, string>>;
  /** The grid companies' price lists. */
  tariffs(): Promise<GridTariff[]>;
}

/** A question to the worker: the addresses of its files first, then calls. */
export type LocalQuestion = { data: DataUrls } | { name: keyof LocalCalls; args: unknown[] };
