import type { CellsHead } from '../../../../schemas/codec/cells/cells-head.ts';
import type {
  PvYieldInput,
  PvYieldMatrixInput,
  PvYieldSeriesFace,
  PvYieldSeriesRequest,
} from '../../../../schemas/types.ts';
import { outsideText } from '../../../api/outside-text.ts';
import type { CellData } from '../../../api/yield/cell-data.ts';
import { datasetOf, modelOf } from '../../../api/yield/cell-data.ts';
import { matrixAnswer, type PlaneAnswer, planeAnswer } from '../../../api/yield/plane-answer.ts';
import type { SeriesPrices } from '../../../api/yield/series-answer.ts';
import { seriesInput } from '../../../api/yield/series-input.ts';
import { keepDone } from '../../../http/keep-done.ts';
import type { Blocks } from '../../lookup/blocks.ts';
import { openCells } from '../../lookup/open-cells.ts';
import { seriesAnswer } from '../../lookup/series.ts';
import { SunError } from '../../sdk/client.ts';
import type { DataUrls } from '../../shared/script-data.ts';
import { fetchInTime } from './fetch-in-time.ts';
import type { PlaceMatrix } from './local-calls.ts';

/** Yields of places, from the dataset's own cells. All throw SunErrors. */
export interface SunSource {
  matrix(input: PvYieldMatrixInput): Promise<PlaceMatrix>;
  plane(input: PvYieldInput): Promise<PlaneAnswer>;
  /** The hours of a roof, kWh, by the clock of the prices' year. */
  hours(request: PvYieldSeriesRequest, prices: SeriesPrices | null): Promise<number[]>;
}

/** Opens the cells when they are first needed. */
export function sunSource(cells: DataUrls['cells']): SunSource {
  const opened = keepDone(async () => {
    if (!cells)
      throw new SunError('There is no cells.bin.', { code: 'dataset_unavailable', status: 503 });
    return openCells(cells.url, { digest: cells.digest, fetch: fetchInTime });
  });
  const cellsAt = async (lat: number, lng: number) => {
    const { head, blocks } = await opened();
    return (await blocks.around(lat, lng)) ?? refuseOutside(head, blocks, lat, lng);
  };
  return sunOf(cellsAt);
}

/** Answers as the API does from the cells around a point, wherever they come from. */
export function sunOf(cellsAt: (lat: number, lng: number) => Promise<CellData>): SunSource {
  return {
    async matrix(input) {
      const data = await cellsAt(input.lat, input.lng);
      return { ...matrixAnswer(data, input), ...commonParts(data) } as PlaceMatrix;
    },
    plane: async (input) => planeAnswer(await cellsAt(input.lat, input.lng), input),
    async hours(request, prices) {
      const data = await cellsAt(request.lat, request.lng);
      const input = seriesInput(request, request.faces as PvYieldSeriesFace[]);
      return seriesAnswer(data, prices, input).hourly_kwh ?? [];
    },
  };
}

function commonParts({ artifact }: CellData) {
  const { attribution } = artifact.header;
  return { model: modelOf(artifact), dataset: datasetOf(artifact), attribution };
}

async function refuseOutside(
  { header }: CellsHead,
  blocks: Blocks,
  lat: number,
  lng: number,
): Promise<never> {
  const isSwapped = (await blocks.around(lng, lat)) !== null;
  const message = outsideText(lat, lng, header.coverage, isSwapped);
  throw new SunError(message, { code: 'outside_coverage', status: 422 });
}
