import { decodeHead } from '../../../../schemas/codec/artifact.ts';
import type { SeriesPrices } from '../../../api/yield/series-answer.ts';

/** Part of a prices.bin that a series is made with. @throws Error when it is none, or damaged */
export async function seriesPrices(bytes: Uint8Array, name: string): Promise<SeriesPrices> {
  const { header } = await decodeHead(bytes, bytes.length, name);
  // The digest says that it is the header that was written.
  const own = header as Partial<SeriesPrices['header']>;
  if (own.price_areas && own.spot) return { header: own as SeriesPrices['header'] };
  throw new Error(`${name} is not a prices.bin: its header has no price areas.`);
}
