import { summerTimeOf } from '#clock/stockholm-time.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { simulatedYear } from '../house/simulated-year.ts';
import { seriesCommonJson, type YieldDataset } from './dataset.ts';
import { asciiText, writeTenThousandths } from './json/json-bytes.ts';
import { roofYear } from './roof-year.ts';
import { modelOverrides, PER_KWH, profileOf, summaryOf } from './series-answer.ts';
import type { SeriesInput } from './series-input.ts';

/** The answer to a series call for a covered point, as JSON. */
export function seriesJson(
  data: YieldDataset,
  prices: PricesArtifact | null,
  input: SeriesInput,
): string {
  const year = roofYear(data.artifact, input, summerTimeOf(simulatedYear(prices)));
  const hours = year.hourlyKwh;
  for (let t = 0; t < hours.length; t++) hours[t] = Math.round(hours[t] * PER_KWH);
  const summary = JSON.stringify(summaryOf(year, prices, input)).slice(0, -1);
  const production =
    input.form === 'hourly_kwh'
      ? asciiText(() => writeTenThousandths(hours))
      : JSON.stringify(profileOf(hours));
  const end = seriesCommonJson(data, modelOverrides(input));
  return `${summary},"${input.form}":${production},${end}`;
}
