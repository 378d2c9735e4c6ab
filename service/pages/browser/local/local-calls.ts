import type { RangeYears } from '#engine/range/range-years.ts';
import type {
  BatteryStrategiesRequest,
  BatteryStrategy,
  GridTariff,
  PvYieldSeriesRequest,
} from '../../../../schemas/types.ts';
import type { ExplorerState } from '../../shared/state.ts';
import type { MoneyAnswer } from '../explorer/money-answer.ts';
import type { RoofChance } from '../explorer/roof-chance.ts';
import type { PlaceMatrix } from '../explorer/roof-yield.ts';
import type { MeterYear } from '../meter/meter-file.ts';
import type { HouseDays } from './engine.ts';
import type { PlaceMarket } from './place-market.ts';

/** A place, and the system losses of its roofs; null for the usual ones. */
export interface Place {
  lat: number;
  lng: number;
  loss: number | null;
}

/** All that a house's figures are made of. */
export interface House {
  state: ExplorerState;
  meter: MeterYear | null;
}

/** One battery of a house; size 0 is none. */
export interface OneBattery {
  sizeKwh: number;
  strategy: BatteryStrategy;
}

/** The figures of a house. */
export interface HouseMoney {
  money: MoneyAnswer;
  /** The same without the grid company's price list; null if none counts. */
  plain: MoneyAnswer | null;
}

/** The calls that repeat a house's figures; what is long in them comes from the calls before. */
export interface HouseCalls {
  series: PvYieldSeriesRequest;
  compare: BatteryStrategiesRequest;
  /** By which a grid fee of one's own raises the market's import price of each hour, SEK; null without one. */
  raisedSek: number | null;
}

/** Work of the worker, by its name. Errors are those of `LocalFault`. */
export interface LocalCalls {
  /** Yields of every plane of a place, by month too. */
  matrix(place: Place): Promise<PlaceMatrix>;
  /** The prices at a place. */
  market(place: Pick<Place, 'lat' | 'lng'>): Promise<PlaceMarket>;
  /** The years that nine chances in ten exceed; null where the dataset does not say. */
  chance(state: ExplorerState): Promise<{ chance: RoofChance | null }>;
  /** The hours of a roof, kWh. */
  hours(state: ExplorerState): Promise<Float64Array>;
  /** Savings of sun and batteries. */
  money(house: House): Promise<HouseMoney>;
  /** The same of a request of one's own, by the prices of its place. */
  compare(request: BatteryStrategiesRequest): Promise<MoneyAnswer>;
  /** The hours of a house with one battery. */
  days(house: House, battery: OneBattery): Promise<HouseDays>;
  /** Years of a house with one battery; null where the dataset does not say how years of sun lie apart. */
  range(house: House, battery: OneBattery): Promise<{ years: RangeYears | null }>;
  calls(house: House): Promise<HouseCalls>;
  /** The grid companies' price lists. */
  tariffs(): Promise<GridTariff[]>;
}

/** An error of a call as it leaves the worker. */
export interface LocalFault {
  code: string;
  message: string;
  /** Of the file's answer; 0 if none came. */
  status: number;
}

/** A message to the worker, and its answer. */
export interface LocalJob {
  id: number;
  name: keyof LocalCalls;
  args: unknown[];
}
export type LocalResult = { id: number } & ({ value: unknown } | { fault: LocalFault });
