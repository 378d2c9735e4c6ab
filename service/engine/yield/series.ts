import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { CellData } from './cell-data.ts';
import { asciiJson, asciiText, writeNumbers } from './json/json-bytes.ts';
import { seriesAnswer } from './series-answer.ts';
import type { SeriesInput } from './series-input.ts';

/** The answer to a series call for a covered point, as JSON. */
export function seriesJson(
  data: CellData,
  prices: PricesArtifact | null,
  input: SeriesInput,
): string {
  const answer = seriesAnswer(data, prices, input);
  const { hourly_kwh, monthly_profile, model, dataset, attribution, ...summary } = answer;
  const production = hourly_kwh
    ? asciiText(() => writeNumbers(hourly_kwh))
    : JSON.stringify(monthly_profile);
  const end = asciiJson({ model, dataset, attribution }).slice(1);
  return `${JSON.stringify(summary).slice(0, -1)},"${input.form}":${production},${end}`;
}
