import type {
  BatteryProgramAssumptions,
  NamedBatteryProgram,
  PriceArea,
} from '../../schemas/types.ts';
import type { ProgramTerms } from '../battery/battery-program.ts';
import type { Comparison } from '../battery/compare-batteries.ts';
import type { BatteryTraits, HomeBattery } from '../battery/home-battery.ts';
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
  battery: BatteryRequest | null;
}

/** A request for a comparison. */
export interface ComparisonHouse extends HouseRequest {
  /** What all sizes have in common. */
  battery: TraitsRequest;
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

/** Whether the preset prices a side. */
export function usesPreset({ importPrice, exportPrice }: PricesRequest): boolean {
  return importPrice === null || exportPrice === null;
}

export interface BatteryRequest extends HomeBattery, TraitsRequest {}

export interface TraitsRequest extends BatteryTraits {
  /** Null: the battery stays private. */
  program: ProgramRequest | null;
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
