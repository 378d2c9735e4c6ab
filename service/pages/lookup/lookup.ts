/** `/sdk/lookup.mjs`: the API's answers about yields from a cells.bin, without a service. */

import matrixQuery from '../../../schemas/api/pv-yield-matrix-query.schema.json' with {
  type: 'json',
};
import lookupQuery from '../../../schemas/api/pv-yield-query.schema.json' with { type: 'json' };
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import { type CellsHead, decodeCellsHead } from '../../../schemas/codec/cells/cells-head.ts';
import { hexOf } from '../../../schemas/codec/digest.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { outsideText } from '../../api/outside-text.ts';
import type { CellData } from '../../api/yield/cell-data.ts';
import { datasetOf, modelOf } from '../../api/yield/common-part.ts';
import { matrixAnswer } from '../../api/yield/matrix-answer.ts';
import { normalise, normaliseMatrix } from '../../api/yield/normalise.ts';
import { planeAnswer } from '../../api/yield/plane-answer.ts';
import type { SeriesPrices } from '../../api/yield/series-answer.ts';
import { SunError } from '../sdk/client.ts';
import { type Blocks, blocksOf } from './blocks.ts';
import { type Carrier, carrierOf, wholeOf } from './carriers.ts';
import { checkFields } from './check-fields.ts';
import { checkedSeries } from './checked-series.ts';
import { type KeptFiles, keptFiles } from './kept-files.ts';
import type { CellsSource, Lookups, OpenOptions } from './lookup-contract.ts';
import { seriesPrices } from './prices.ts';

export { SunError };

/** Reads the prices, as far as series need them or whole; null where there are none. */
interface PricesReader {
  ofSeries(): Promise<SeriesPrices | null>;
  whole(): Promise<PricesArtifact | null>;
}

/** Holds the head of the default dataset, 14.9 kB, with room for another's. */
const HEAD_BYTES = 15_360;

/**
 * Opens a dataset: reads and checks its head.
 * @param source address of a cells.bin, or of the head.bin of one in files named by digest; a file or its bytes
 * @throws SunError when it is not there, damaged, or another than `digest` says
 */
export async function open(source: CellsSource, options: OpenOptions = {}): Promise<Lookups> {
  const carrier = carrierOf(source, options.headBytes ?? HEAD_BYTES, options.fetch);
  const isWeb = typeof source === 'string' || source instanceof URL;
  const kept = isWeb ? await keptFiles(carrier.name) : null;
  const head = await headOf(carrier, options.digest, kept);
  return lookupsOf(head, blocksOf(head, carrier, kept), pricesOf(options));
}

/** Reads the prices when they are first needed, and again after it failed. */
function pricesOf({ prices, fetch }: OpenOptions): PricesReader {
  const bytes = once(async () => prices && (await wholeOf(prices, fetch)));
  const name = prices instanceof Uint8Array ? 'prices.bin' : String(prices);
  const read = async <Result>(decode: (file: Uint8Array, name: string) => Result) => {
    const file = await bytes();
    if (!file) return null;
    try {
      return decode(file, name);
    } catch (cause) {
      const { message } = cause as Error;
      throw new SunError(message, { code: 'damaged', status: 0 }, { cause });
    }
  };
  return {
    ofSeries: once(() => read(seriesPrices)),
    whole: once(async () => {
      const { openPrices } = await import('./simulate.ts');
      return await read(openPrices);
    }),
  };
}

/** Runs some work when it is first asked for; what failed is tried again. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

function lookupsOf({ header, digest }: CellsHead, blocks: Blocks, prices: PricesReader): Lookups {
  const { attribution, dataset_version: version, coverage } = header;
  const common = (cells: CellData) => ({
    model: modelOf(cells.artifact),
    dataset: datasetOf(cells.artifact),
    attribution,
  });
  const cellsAt = async ({ lat, lng }: { lat: number; lng: number }) => {
    const cells = await blocks.around(lat, lng);
    if (cells) return cells;
    const isSwapped = (await blocks.around(lng, lat)) !== null;
    const message = outsideText(lat, lng, coverage, isSwapped);
    throw new SunError(message, { code: 'outside_coverage', status: 422 });
  };
  return {
    digest,
    version,
    attribution,
    async lookup(roof) {
      refused(() => checkFields(lookupQuery, roof));
      const input = normalise(roof);
      const cells = await cellsAt(input);
      return structuredClone({ ...planeAnswer(cells, input), ...common(cells) });
    },
    async matrix(point) {
      refused(() => checkFields(matrixQuery, point));
      const input = normaliseMatrix(point);
      const cells = await cellsAt(input);
      return structuredClone({ ...matrixAnswer(cells, input), ...common(cells) });
    },
    async series(roof) {
      const asked = refused(() => checkedSeries(roof));
      const cells = await cellsAt(asked);
      const { seriesAnswer, withStationSnow } = await import('./series.ts');
      const input = refused(() => withStationSnow(cells.artifact.header.snow, asked));
      const { dataset } = common(cells);
      const own = seriesAnswer(cells, await prices.ofSeries(), input);
      return { ...own, ...structuredClone({ dataset, attribution }) };
    },
    async simulate(house) {
      const { simulate } = await import('./simulate.ts');
      const result = simulate(house, await prices.whole());
      if ('answer' in result) return structuredClone(result.answer);
      const { message, field, ...parts } = result.refusal;
      throw new SunError(message, { ...parts, ...(field === undefined ? {} : { field }) });
    },
  };
}

/** Gives a check's result. @throws SunError in the API's words when it refuses */
function refused<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    const { message, field } = error;
    const blamed = field ? { field } : {};
    throw new SunError(message, { code: 'invalid_parameter', status: 422, ...blamed });
  }
}

/** The head, from what is kept where its digest is known. */
async function headOf(
  carrier: Carrier,
  digest: string | undefined,
  kept: KeptFiles | null,
): Promise<CellsHead> {
  const known = digest && (await kept?.get(digest));
  if (known) return decoded(known, carrier, digest);
  const bytes = await carrier.head();
  const read = async (bytes: Uint8Array) => ({
    bytes,
    head: await decoded(bytes, carrier, digest),
  });
  const { head, bytes: own } = await read(bytes).catch(async () =>
    read(await carrier.head('reload')),
  );
  await kept?.keepOnly(new Set(head.blocks.flatMap((entry) => (entry ? hexOf(entry.digest) : []))));
  await kept?.put(head.digest, own);
  return head;
}

/** @throws SunError when the head is damaged, or not the one of the digest */
async function decoded(
  bytes: Uint8Array,
  { name }: Carrier,
  digest: string | undefined,
): Promise<CellsHead> {
  const head = await decodeCellsHead(bytes, name).catch((cause: Error) => {
    throw new SunError(cause.message, { code: 'damaged', status: 0 }, { cause });
  });
  if (digest === undefined || head.digest === digest) return head;
  const message = `${name} is another dataset: its digest is ${head.digest}, expected ${digest}.`;
  throw new SunError(message, { code: 'another_dataset', status: 0 });
}
