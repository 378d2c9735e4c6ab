/** `/sdk/lookup.mjs`: the API's answers about yields from a pv-yield.bin on any file server, without a service. */

import { commonParts } from '#engine/yield/cell-data.ts';
import { normalise, normaliseMatrix } from '#engine/yield/normalise.ts';
import { matrixAnswer, planeAnswer } from '#engine/yield/plane-answer.ts';
import type { SeriesPrices } from '#engine/yield/series-answer.ts';
import { seriesInput } from '#engine/yield/series-input.ts';
import {
  pvYieldMatrixQuery,
  pvYieldQuery,
  pvYieldSeriesRequest,
} from '../../../../schemas/checks/quick-checks.ts';
import type { Check } from '../../../../schemas/checks/validate.ts';
import { decodeHead } from '../../../../schemas/codec/artifact.ts';
import { memoizeAsync } from '../../../../schemas/memoize-async.ts';
import { SunError } from '../client.ts';
import type { CallOptions } from '../client-contract.ts';
import { wholeOf } from './byte-source.ts';
import type { DatasetSource, Lookups, OpenOptions } from './lookup-contract.ts';
import { type OpenDataset, openDataset } from './open-dataset.ts';
import type { Refusal } from './refusal.ts';

export { SunError };

/**
 * Opens a dataset: reads and checks its head and index.
 * @param source address of a pv-yield.bin, a file or its bytes
 * @throws SunError when it is not there, damaged, or another than `digest` says
 */
export async function open(source: DatasetSource, options: OpenOptions = {}): Promise<Lookups> {
  const dataset = await endedBy(options.signal, openDataset(source, options));
  return lookupsOf(dataset, pricesOf(options));
}

/** Part of a prices.bin that a series is made with. @throws Error when it is none, or damaged */
async function seriesPrices(bytes: Uint8Array, name: string): Promise<SeriesPrices> {
  const { header } = await decodeHead(bytes, bytes.length, name);
  // The digest says that it is the header that was written.
  const own = header as Partial<SeriesPrices['header']>;
  if (own.price_areas && own.spot) return { header: own as SeriesPrices['header'] };
  throw new Error(`${name} is not a prices.bin: its header has no price areas.`);
}

/** Reads the prices when they are first needed, and again after it failed. Null where there are none. */
function pricesOf({ prices, fetch }: OpenOptions) {
  const bytes = memoizeAsync(async () => prices && (await wholeOf(prices, fetch)));
  const name = prices instanceof Uint8Array ? 'prices.bin' : String(prices);
  const read = async <Result>(
    decode: (file: Uint8Array<ArrayBuffer>, name: string) => Promise<Result>,
  ) => {
    const file = await bytes();
    if (!file) return null;
    try {
      return await decode(file, name);
    } catch (cause) {
      const message = `${(cause as Error).message} "prices" takes the prices.bin of the same build.`;
      throw new SunError(message, { code: 'damaged', status: 0 }, { cause });
    }
  };
  return {
    /** As far as series need them. */
    ofSeries: memoizeAsync(() => read(seriesPrices)),
    whole: memoizeAsync(async () => {
      const { openPrices } = await import('./simulate.ts');
      return await read(openPrices);
    }),
  };
}

function lookupsOf(
  { index, digest, cellsAt }: OpenDataset,
  prices: ReturnType<typeof pricesOf>,
): Lookups {
  const { attribution, dataset_version: version } = index.header;
  const cellsOf = ({ lat, lng }: { lat: number; lng: number }) => cellsAt(lat, lng);
  return {
    digest,
    version,
    attribution,
    lookup: ending(async (roof) => {
      await checkBy(pvYieldQuery, roof);
      const input = normalise(roof);
      const cells = await cellsOf(input);
      return structuredClone({ ...planeAnswer(cells, input), ...commonParts(cells.artifact) });
    }),
    matrix: ending(async (point) => {
      await checkBy(pvYieldMatrixQuery, point);
      const input = normaliseMatrix(point);
      const cells = await cellsOf(input);
      return structuredClone({ ...matrixAnswer(cells, input), ...commonParts(cells.artifact) });
    }),
    series: ending(async (roof) => {
      await checkBy(pvYieldSeriesRequest, roof);
      const input = seriesInput(roof);
      const cells = await cellsOf(input);
      const { seriesAnswer } = await import('#engine/yield/series-answer.ts');
      return structuredClone(seriesAnswer(cells, await prices.ofSeries(), input));
    }),
    simulate: ending(async (house) => {
      const { simulate } = await import('./simulate.ts');
      return structuredClone(accepted(simulate(house, await prices.whole())));
    }),
  };
}

/** The call, which the signal of its options ends. */
function ending<Question, Answer>(call: (question: Question) => Promise<Answer>) {
  return (question: Question, { signal }: CallOptions = {}) => endedBy(signal, call(question));
}

/** The result of some work, or the reason of a signal that comes before it. The work goes on for others who wait for it. */
function endedBy<Result>(signal: AbortSignal | undefined, work: Promise<Result>): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** @throws SunError naming the first wrong field, in the schema's own order */
async function checkBy(check: Check, question: unknown): Promise<void> {
  if (check(question)) return;
  const { errors } = check;
  const { refusalOf } = await import('./first-refusal.ts');
  accepted({ refusal: refusalOf(errors ?? [], question) });
}

/** Gives a result. @throws SunError in the API's words when there is a refusal in its place */
function accepted<Result>(outcome: { result: Result } | { refusal: Refusal }): Result {
  if ('result' in outcome) return outcome.result;
  const { message, field, ...parts } = outcome.refusal;
  throw new SunError(message, { ...parts, ...(field ? { field } : {}) });
}
