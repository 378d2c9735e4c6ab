import { decodeHead } from '../../../schemas/codec/artifact.ts';
import type { SeriesPrices } from '../../api/yield/series-answer.ts';

/** Part of a prices.bin that a series is made with. @throws Error when it is none, or damaged */
export function seriesPrices(bytes: Uint8Array, name: string): SeriesPrices {
  const { header } = decodeHead(bytes, bytes.length, name);
  // The digest says that it is the header that was written.
  return { header: header as SeriesPrices['header'] };
}
