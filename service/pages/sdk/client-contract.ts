import type {
  BatteryStrategiesRequest,
  BatteryStrategiesResponse,
  PriceArea,
  PriceResolution,
  PvYield,
  PvYieldBatchRequest,
  PvYieldBatchResponse,
  PvYieldMatrix,
  PvYieldMatrixQuery,
  PvYieldMeta,
  PvYieldQuery,
  PvYieldSeries,
  PvYieldSeriesFace,
  PvYieldSeriesRequest,
  SimulationMarket,
  SimulationRange,
  SimulationRangeRequest,
  SimulationRequest,
  SimulationResponse,
  SimulationVerdict,
  SimulationVerdictRequest,
} from '../../../schemas/types.ts';

/** Options of a client. */
export interface ClientOptions {
  /** Scheme and host of the service, `https://sol.example`. */
  base: string;
  /** API key: higher rate limits, nothing else. Not for a page's script, where everybody can read it. */
  key?: string;
  /** Function to use instead of the global one. */
  fetch?: typeof fetch;
}

/** Options of each call. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** One call for each operation. They fail with a SunError, or with the signal's reason. */
export interface Client {
  /** A roof's year and months: `GET /api/v1/pv-yield`. */
  yieldOf(roof: PvYieldQuery, options?: CallOptions): Promise<PvYield>;
  /** Up to 50 roofs: `POST /api/v1/pv-yield/batch`. */
  batch(request: PvYieldBatchRequest, options?: CallOptions): Promise<PvYieldBatchResponse>;
  /** Every tilt and azimuth of a point: `GET /api/v1/pv-yield/matrix`. */
  matrix(point: PvYieldMatrixQuery, options?: CallOptions): Promise<PvYieldMatrix>;
  /** The dataset, its sources, the limits: `GET /api/v1/pv-yield/meta`. */
  meta(options?: CallOptions): Promise<PvYieldMeta>;
  /** The hours of a roof, or its typical days, as `form` says: `POST /api/v1/pv-yield/series`. */
  profile(roof: PvYieldSeriesRequest, options?: CallOptions): Promise<PvYieldSeries>;
  /** Prices of power at a place: `GET /api/v1/simulation/market`. */
  market(
    place: ({ lat: number; lng: number } | { zone: PriceArea }) & { resolution?: PriceResolution },
    options?: CallOptions,
  ): Promise<SimulationMarket>;
  /** A year of a house: `POST /api/v1/simulation`. */
  simulate(request: SimulationRequest, options?: CallOptions): Promise<SimulationResponse>;
  /** Battery sizes by strategies: `POST /api/v1/simulation/battery-strategies`. */
  compare(
    request: BatteryStrategiesRequest,
    options?: CallOptions,
  ): Promise<BatteryStrategiesResponse>;
  /** The range of a year's savings, and its largest causes: `POST /api/v1/simulation/range`. */
  range(request: SimulationRangeRequest, options?: CallOptions): Promise<SimulationRange>;
  /** Whether panels and a battery pay off, and which to choose: `POST /api/v1/simulation/verdict`. */
  verdict(request: SimulationVerdictRequest, options?: CallOptions): Promise<SimulationVerdict>;
  /** The hours of a roof, and a comparison of batteries with them. Two calls. */
  roof(question: RoofQuestion, options?: CallOptions): Promise<RoofAnswer>;
}

export interface RoofQuestion {
  lat: number;
  lng: number;
  faces: PvYieldSeriesFace[];
  /** Use of the house in a year, kWh. Without it the service's default house. */
  use?: number;
  /** Batteries to compare, as `compare` of the API. Without it the API's five sizes. */
  battery?: NonNullable<BatteryStrategiesRequest['compare']>;
  /** How fine the prices are, as `prices.resolution` of the API. Without it by month and clock hour. */
  resolution?: PriceResolution;
}

export interface RoofAnswer {
  production: PvYieldSeries;
  comparison: BatteryStrategiesResponse;
}

/** Error of a call. */
export interface SunErrorParts {
  /** An ErrorCode of the API, or `unreachable` or `unexpected_answer` without an answer of the API. */
  code: string;
  /** The field that is wrong, as a dotted path. */
  field?: string;
  /** HTTP status. 0: no answer came. */
  status: number;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
}
