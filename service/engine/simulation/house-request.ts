import type {
  BatteryComparison,
  FuseSize,
  GridTariffChoice,
  NamedBatteryProgram,
  PriceArea,
  ProviderBatteryProgram,
  SimulationBattery,
  SimulationDetail,
  SimulationEconomy,
  SimulationGrid,
  SimulationLocation,
  SimulationPrices,
} from '../../../schemas/types.ts';
import type { EconomyRequest } from '../economy/read-economy.ts';
import type { Series } from './series.ts';

/**
 * A checked body with every default filled in that no dataset decides, in the words of the contract.
 * arrays of 8760 values are typed, and a null that means nothing is left out.
 */
export interface HouseRequest {
  /** Null if none is given. */
  location: SimulationLocation | null;
  /** Price area of a house without a location. A simulation's has none. */
  zone?: PriceArea;
  consumption: HouseholdModel | HourlyKwh;
  pv: { monthly_profile: number[][] } | HourlyKwh;
  prices: PricesRequest;
  /** Limits of the connection, those of the main fuse filled in. Absent without any. */
  grid?: SimulationGrid;
}

export type HouseholdModel = { yearly_kwh: number; ev_km_per_day: number };

type HourlyKwh = { hourly_kwh: Float64Array };

/** A request for one run. */
export interface SimulationHouse extends HouseRequest {
  /** Null if there is none. */
  battery: BatteryRequest | null;
  detail?: SimulationDetail;
}

/** A request for a range of years. */
export interface RangeHouse extends Omit<SimulationHouse, 'detail'> {
  /** Null if none is given. */
  economy: Required<SimulationEconomy> | null;
}

/** A request for a comparison, which sets the battery's capacity and strategy. */
export interface ComparisonHouse extends HouseRequest {
  battery: BatteryRequest;
  compare: ComparisonRequest;
}

/** A request for a verdict, which compares the batteries of its economy. */
export interface VerdictHouse extends ComparisonHouse {
  economy: EconomyRequest;
}

/** Prices. `preset` only where it prices a side, a fee only where the caller sets it. */
export interface PricesRequest
  extends Omit<
    SimulationPrices,
    'resolution' | 'import_sek_per_kwh' | 'export_sek_per_kwh' | 'grid_tariff' | 'fuse_a'
  > {
  /** Absent where prices are by month and clock hour. */
  resolution?: 'hourly';
  import_sek_per_kwh?: Series;
  export_sek_per_kwh?: Series;
  /** Absent without a price list of the grid company. */
  grid?: GridRequest;
}

/** A price list, the dataset's or the caller's own, and the fuse of the house. */
export interface GridRequest {
  grid_tariff: GridTariffChoice;
  fuse_a: FuseSize;
}

/** A battery. Without `power_kw` one that compare sizes, or one of capacity 0. */
export interface BatteryRequest
  extends Required<
    Omit<SimulationBattery, 'power_kw' | 'inverter_kw' | 'peak_target_kw' | 'frequency_reserve'>
  > {
  power_kw?: number;
  inverter_kw?: number;
  peak_target_kw?: number;
  frequency_reserve?: ProgramRequest;
}

/** A battery program that the dataset knows, or one that the caller describes. */
export type ProgramRequest = NamedBatteryProgram | ProviderBatteryProgram;

export type ComparisonRequest = BatteryComparison &
  Required<Pick<BatteryComparison, 'strategies' | 'sizes_kwh'>>;
