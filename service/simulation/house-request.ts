import type {
  BatteryProgramAssumptions,
  BatteryStrategy,
  NamedBatteryProgram,
  PriceArea,
} from '../../schemas/types.ts';
import type { Wishes } from '../battery/strategy.ts';
import type { HourlySeries, ProfileSeries, Series } from './series.ts';

/** A checked request with every default filled in that no dataset decides. */
export interface HouseRequest {
  /** Null: none given. */
  location: LocationRequest | null;
  consumption: ConsumptionRequest;
  pv: ProfileSeries | HourlySeries;
  prices: PricesRequest;
}

/** A request for one run. */
export interface SimulationHouse extends HouseRequest {
  battery: HomeBattery | null;
}

/** A request for a comparison. */
export interface ComparisonHouse extends HouseRequest {
  /** What all sizes have in common. */
  battery: BatteryTraits;
  /** Power of every size, kW; null: half of each. */
  powerKw: number | null;
  /** Checked and echoed: compare rules. */
  unused: Pick<HomeBattery, 'capacityKwh' | 'strategy'>;
  compare: Comparison;
}

export interface LocationRequest {
  /** Degrees, rounded to 4 decimals. */
  lat: number;
  lng: number;
  /** Null: as the point has it. */
  zone: PriceArea | null;
}

export type ConsumptionRequest =
  | { form: 'model'; yearlyKwh: number; evKmPerDay: number }
  | { form: 'hourly'; hourlyKwh: Float64Array };

/** Prices; null where the preset decides. */
export interface PricesRequest {
  importPrice: Series | null;
  exportPrice: Series | null;
  monthlyFeeSek: number | null;
  peakChargeSekPerKw: number | null;
}

/** What a battery is like at any size. */
export interface BatteryTraits extends Omit<Wishes, 'strategy'> {
  /** Fractions of the capacity. */
  socMin: number;
  socMax: number;
  roundTripEfficiency: number;
  /** Null: the battery stays private. */
  program: ProgramRequest | null;
}

export interface HomeBattery extends BatteryTraits {
  capacityKwh: number;
  powerKw: number;
  strategy: BatteryStrategy;
}

/** A battery program that the dataset knows, or one that the caller describes. */
export type ProgramRequest =
  | { form: 'named'; name: NamedBatteryProgram['program'] }
  | {
      form: 'described';
      provider: string;
      sourceUrl: string | null;
      asOf: string | null;
      terms: ProgramTerms;
      /** What was filled in. */
      assumptions: BatteryProgramAssumptions;
    };

/** What a battery program takes and pays. */
export interface ProgramTerms {
  /** Whether rates count on the whole battery or on the reserved part. */
  basis: 'installed' | 'reserved';
  capacityShare: number;
  powerShare: number;
  sekPerMonth: number;
  sekPerKwhYear: number;
  sekPerKwYear: number;
}

/** What to compare. */
export interface Comparison {
  strategies: readonly BatteryStrategy[];
  sizesKwh: readonly number[];
  /** Cost of each size, SEK, NaN where none was given; null: no costs at all. */
  costSekBySize: readonly number[] | null;
}
