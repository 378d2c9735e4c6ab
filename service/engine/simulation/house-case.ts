import type {
  BatteryProgramAssumptions,
  BatteryStrategiesResponse,
  FuseSize,
  GridTariff,
  Household,
  MarketSpotMeans,
  MarketTariff,
  ModelTariff,
  OwnGridTariff,
  PriceArea,
  SimulationMarketInput,
  SimulationModel,
  ZoneSource,
} from '../../../schemas/types.ts';
import type { ProgramTerms } from '../battery/battery-program.ts';
import type { BatteriesCase } from '../battery/compare-batteries.ts';
import type { Prices } from '../battery/house.ts';
import type { SystemMonths } from '../battery/house-months.ts';
import type { HouseCase } from '../battery/simulate-house.ts';
import type { Economy, HouseSavings } from '../economy/verdict.ts';
import type { HouseholdParts, useLoads } from '../house/house-load.ts';
import type { RangeCase, RangeYears } from '../range/range-years.ts';
import type { GridCharges } from '../tariff/grid-charges.ts';
import type { SunYears } from '../yield/sun-years.ts';
import type {
  ComparisonHouse,
  RangeHouse,
  SimulationHouse,
  VerdictHouse,
} from './house-request.ts';

/*
 * Resolved requests: what parsing found, with all that the datasets add to it. They are plain data and typed
 * arrays, fit for a worker thread.
 */

/** A request for one run, resolved. */
export interface SimulationCase extends HouseCase {
  request: SimulationHouse;
  inputs: ResolvedInputs;
}

/** A request for a comparison, resolved. */
export interface ComparisonCase extends BatteriesCase {
  request: ComparisonHouse;
  inputs: ResolvedInputs;
}

/** A request for a verdict, resolved. */
export interface VerdictCase extends ComparisonCase {
  request: VerdictHouse;
}

/** Answers a comparison, in a thread of its own or at once. */
export type CompareBatteries = (houseCase: ComparisonCase) => Promise<BatteryStrategiesResponse>;

/** A house of the explorer's page, resolved. */
export interface PageCase extends ComparisonCase {
  economy: Economy;
  /** How its years differ. Null where the dataset does not say. */
  years: Pick<RangeCase, 'market' | 'spreads' | 'sun' | 'heatShare'> | null;
}

/** The answers on its house that the page opens with. */
export interface PageAnswer {
  savings: HouseSavings;
  /** With the battery that the verdict compares. */
  months: SystemMonths;
  /** With the battery of the chosen system. */
  years: RangeYears | null;
}

/** Answers a page, in a thread of its own or at once. */
export type AnswerPage = (pageCase: PageCase) => Promise<PageAnswer>;

/** A request for a range of years, resolved. */
export interface RangeJobCase extends RangeCase {
  request: RangeHouse;
  inputs: ResolvedInputs;
  sunYears: SunYears;
}

/** All that the prices dataset and the caller's own prices settle about a house. */
export interface ResolvedInputs {
  zone: PriceArea;
  zoneSource: ZoneSource;
  /** Calendar year of the run. */
  year: number;
  prices: Prices;
  /** The preset that priced a side. Null if the caller priced both. */
  preset: PresetModel | null;
  /** The grid company's price list. Null without one. */
  grid: HouseGridTariff | null;
  loadKwh: Float64Array;
  /** How the load was modelled. Null if it is the caller's own. */
  household: ModelledHousehold | null;
  /** Null if the battery stays private. */
  program: ResolvedProgram | null;
  warranty: Warranty;
  attribution: string;
}

/** The market at a place, as a simulation of a usual house there has it. */
export interface ResolvedMarket {
  input: SimulationMarketInput;
  inputs: ResolvedInputs;
  /** Calendar year of the spot prices. */
  spotYear: number;
  /** Prices of the preset [month][clock hour], SEK/kWh, without the energy fee of a price list. */
  spotSekPerKwh: Float64Array;
  importSekPerKwh: Float64Array;
  exportSekPerKwh: Float64Array;
  /** Prices of each hour, with that fee. Null unless they are requested. */
  hours: Record<'spotSekPerKwh' | 'importSekPerKwh' | 'exportSekPerKwh', Float64Array> | null;
  preset: PresetModel;
  spotMeans: MarketSpotMeans;
  tariff: MarketTariff;
  /** The price list as the dataset has it. Null without one. */
  list: GridTariff | null;
  household: {
    record: Household;
    yearlyKwh: number;
    partsKwh: HouseholdParts;
    /** Load of each hour by use. */
    useLoadsKwh: ReturnType<typeof useLoads>;
    temperatures: PlaceTemperatures;
  };
}

/** The preset's part of an answer's `model`. */
export type PresetModel = Required<
  Pick<
    SimulationModel,
    | 'price_profile_window_days'
    | 'price_profile_months'
    | 'spot_profile_refreshed_at'
    | 'spot_source'
  >
> & { tariff: PresetTariff };

/** The parts of the preset. */
export type PresetTariff = Required<Omit<ModelTariff, 'grid'>>;

/** A price list laid out for a house. */
export interface HouseGridTariff extends GridCharges {
  list: OwnGridTariff;
  fuseA: FuseSize;
  /** Fields that the list or its source does not state. */
  unstated: string[];
}

/** Parts and temperatures that the household model made a load of. */
export interface ModelledHousehold {
  partsKwh: HouseholdParts;
  temperatures: PlaceTemperatures;
}

/** Mean outdoor temperatures of a house's place, January to December. */
export interface PlaceTemperatures {
  temperatureC: number[];
  /** Where they are from: the point, or the name of a town. */
  place: string;
}

/** A battery program: what it takes and pays, and where that is stated. */
export interface ResolvedProgram extends ProgramTerms {
  /** Null if the terms are the caller's own. */
  name: string | null;
  provider: string;
  asOf: string | null;
  sourceUrl: string | null;
  stated: string | null;
  requires: string | null;
  assumptions: BatteryProgramAssumptions;
}

/** Usual warranty of a home battery: it ends with the years or the cycles. */
export interface Warranty {
  years: number;
  cycles: number;
  source: string;
}
