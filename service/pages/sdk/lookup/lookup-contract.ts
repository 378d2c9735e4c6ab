import type {
  PvYield,
  PvYieldMatrix,
  PvYieldMatrixQuery,
  PvYieldQuery,
  PvYieldSeries,
  PvYieldSeriesRequest,
  SimulationRequest,
  SimulationResponse,
} from '../../../../schemas/types.ts';
import type { CallOptions } from '../client-contract.ts';

/** Where a pv-yield.bin is: its address, a file, or its bytes. */
export type DatasetSource = string | URL | Blob | ArrayBuffer | Uint8Array;

/** Options of `open`. */
export interface OpenOptions {
  /** Expected SHA-256 of the head, in hexadecimal digits. A file with another is read again without caches, then rejected. */
  digest?: string;
  /** Reads the file in one piece (17 MB, at most 20), for servers that give no ranges. */
  whole?: boolean;
  /** Where the prices.bin of the same build is: with it series name their price area, as the API's do, and simulations take its prices, loads and tariffs. */
  prices?: DatasetSource;
  /** Function to use instead of the global one. */
  fetch?: typeof fetch;
  /** Ends the opening, which then fails with the signal's reason. */
  signal?: AbortSignal;
}

/** A dataset that answers by itself, each as the API does. A call fails with a SunError, or with its signal's reason. */
export interface Lookups {
  /** SHA-256 of the head, which names the whole dataset. */
  digest: string;
  /** Version of the dataset. */
  version: string;
  /** Credit lines and licence of the data. */
  attribution: string;
  /** A roof's year and months: `GET /api/v1/pv-yield`. */
  lookup(roof: PvYieldQuery, options?: CallOptions): Promise<PvYield>;
  /** Every tilt and azimuth of a point: `GET /api/v1/pv-yield/matrix`. */
  matrix(point: PvYieldMatrixQuery, options?: CallOptions): Promise<PvYieldMatrix>;
  /** The hours of a roof, or its typical days: `POST /api/v1/pv-yield/series`. */
  series(roof: PvYieldSeriesRequest, options?: CallOptions): Promise<PvYieldSeries>;
  /** A year of a house with or without a battery: `POST /api/v1/simulation`, with `prices` in the options. */
  simulate(house: SimulationRequest, options?: CallOptions): Promise<SimulationResponse>;
}
