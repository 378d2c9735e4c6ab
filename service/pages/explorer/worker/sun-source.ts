import { type CellData, commonParts } from '#engine/yield/cell-data.ts';
import { matrixAnswer, type PlaneAnswer, planeAnswer } from '#engine/yield/plane-answer.ts';
import { type SeriesPrices, seriesAnswer } from '#engine/yield/series-answer.ts';
import { seriesInput } from '#engine/yield/series-input.ts';
import { memoizeAsync } from '../../../../schemas/memoize-async.ts';
import type {
  PvYieldInput,
  PvYieldMatrixInput,
  PvYieldSeriesRequest,
} from '../../../../schemas/types.ts';
import { SunError } from '../../sdk/client.ts';
import { openDataset } from '../../sdk/lookup/open-dataset.ts';
import type { DataUrls } from '../../ui/script-data.ts';
import { fetchInTime } from './fetch-in-time.ts';
import type { PlaceMatrix } from './local-calls.ts';

/** Yields of places, from the dataset's own cells. All throw SunErrors. */
export interface SunSource {
  matrix(input: PvYieldMatrixInput): Promise<PlaceMatrix>;
  plane(input: PvYieldInput): Promise<PlaneAnswer>;
  /** The hours of a roof, kWh, by the clock of the prices' year. */
  hours(request: PvYieldSeriesRequest, prices: SeriesPrices | null): Promise<number[]>;
}

/** Opens the dataset when it is first needed. */
export function sunSource(yields: DataUrls['yields']): SunSource {
  const opened = memoizeAsync(async () => {
    if (!yields)
      throw new SunError('There is no pv-yield.bin.', { code: 'dataset_unavailable', status: 503 });
    const options = { digest: yields.digest, fetch: fetchInTime };
    return openDataset(yields.url, options).catch((error) => {
      // A file server without ranges, as Python's: a page that loads 17 MB is better than none.
      if (!(error instanceof SunError) || error.status !== 200) throw error;
      return openDataset(yields.url, { ...options, whole: true });
    });
  });
  return sunOf(async (lat, lng) => (await opened()).cellsAt(lat, lng));
}

/** Answers as the API does from the cells around a point, wherever they come from. */
export function sunOf(cellsAt: (lat: number, lng: number) => Promise<CellData>): SunSource {
  return {
    async matrix(input) {
      const data = await cellsAt(input.lat, input.lng);
      return { ...matrixAnswer(data, input), ...commonParts(data.artifact) } as PlaceMatrix;
    },
    plane: async (input) => planeAnswer(await cellsAt(input.lat, input.lng), input),
    async hours(request, prices) {
      const data = await cellsAt(request.lat, request.lng);
      const input = seriesInput(request);
      return seriesAnswer(data, prices, input).hourly_kwh ?? [];
    },
  };
}
