/** `/sdk/lookup-series.mjs`: what series need beyond lookups, loaded with the first call that needs it. */
import { summerTimeOf } from '#clock/stockholm-time.ts';
import { simulatedYear } from '#engine/house/simulated-year.ts';
import type { CellData } from '#engine/yield/cell-data.ts';
import { WEATHER } from '#engine/yield/cell-data.ts';
import { roofYear } from '#engine/yield/roof-year.ts';
import {
  modelOverrides,
  PER_KWH,
  profileOf,
  type SeriesPrices,
  type Summary,
  summaryOf,
} from '#engine/yield/series-answer.ts';
import type { SeriesInput } from '#engine/yield/series-input.ts';
import type { PvYieldSeries, YieldModel } from '../../../../schemas/types.ts';

/** The answer to a series call for a covered point without what all answers of a dataset share, of their model too. */
export function seriesAnswer(
  { artifact }: CellData,
  prices: SeriesPrices | null,
  input: SeriesInput,
): Summary &
  Pick<PvYieldSeries, 'hourly_kwh' | 'monthly_profile'> & { model: Partial<YieldModel> } {
  const year = roofYear(artifact, input, summerTimeOf(simulatedYear(prices)));
  const hours = year.hourlyKwh.map((kwh) => Math.round(kwh * PER_KWH));
  const production =
    input.form === 'hourly_kwh'
      ? { hourly_kwh: Array.from(hours, (tenThousandths) => tenThousandths / PER_KWH) }
      : { monthly_profile: profileOf(hours) };
  const model = { ...modelOverrides(input), weather: WEATHER };
  return { ...summaryOf(year, prices, input), ...production, model };
}
