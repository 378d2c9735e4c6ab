import { summerTimeOf } from '#common/stockholm-time.ts';
import { decodeHead } from '../../../schemas/codec/artifact.ts';
import type { PvYieldSeries } from '../../../schemas/types.ts';
import { simulatedYear } from '../../api/simulated-year.ts';
import type { CellData } from '../../api/yield/cell-data.ts';
import { roofYear } from '../../api/yield/roof-year.ts';
import { PER_KWH, profileOf, type SeriesPrices, summaryOf } from '../../api/yield/series-answer.ts';
import type { SeriesInput } from '../../api/yield/series-input.ts';
import { SunError } from '../sdk/client.ts';

type SeriesAnswer = ReturnType<typeof summaryOf> &
  Pick<PvYieldSeries, 'hourly_kwh' | 'monthly_profile'>;

/** The answer to a series call for a covered point without what all answers of a dataset share. */
export function seriesAnswer(
  { artifact }: CellData,
  prices: SeriesPrices | null,
  input: SeriesInput,
): SeriesAnswer {
  const year = roofYear(artifact, input, summerTimeOf(simulatedYear(prices)));
  const hours = year.hourlyKwh.map((kwh) => Math.round(kwh * PER_KWH));
  const summary = summaryOf(year, prices, input);
  if (input.form === 'monthly_profile') return { ...summary, monthly_profile: profileOf(hours) };
  return {
    ...summary,
    hourly_kwh: Array.from(hours, (tenThousandths) => tenThousandths / PER_KWH),
  };
}

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
