import { decodeHead } from '../../../schemas/codec/artifact.ts';
import type { SeriesPrices } from '../../api/yield/series-answer.ts';
import { SunError } from '../sdk/client.ts';

/**
 * What of a prices.bin a series is made with.
 * @throws SunError when it is none, or damaged
 */
export function seriesPrices(bytes: Uint8Array, name: string): SeriesPrices {
  try {
    const { header } = decodeHead(bytes, bytes.length, name);
    // The digest says that it is the header that was written.
    return { header: header as SeriesPrices['header'] };
  } catch (error) {
    throw new SunError((error as Error).message, { code: 'damaged', status: 0 }, { cause: error });
  }
}
