/** Differences of two prices.bin, as text. */
import { max, median } from 'd3-array';
import { CLOCK_HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { NO_TEMPERATURE, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { MONTH_NAMES } from '../../dataset/dataset-figures.ts';
import { type CellPair, pairCells } from './cell-pairs.ts';
import { headerChanges } from './compare-datasets.ts';
import { headerValue, placesText } from './comparison-text.ts';

/** Prices and the file that they are in. */
export interface PricesFile {
  path: string;
  prices: PricesArtifact;
}

/**
 * The readable summary of how prices B differ from A: spot prices, temperatures, fields of the headers.
 * @throws Error when their cells have different steps, or none in common
 */
export function pricesComparisonText(a: PricesFile, b: PricesFile): string {
  const { both, onlyA, onlyB } = pairCells(a.prices, b.prices);
  return [
    fileLine('A', a),
    fileLine('B', b),
    '',
    'Spot prices by month and clock hour, SEK/kWh',
    ...PRICE_AREAS.map((area, i) => `  ${area}  ${spotText(a.prices, b.prices, i)}`),
    '',
    `Temperatures of ${both.length} cells in both; only in A ${placesText(onlyA)}; only in B ${placesText(onlyB)}`,
    `  ${temperatureText(a.prices, b.prices, both)}`,
    '',
    ...headerLines(a.prices, b.prices),
  ].join('\n');
}

function fileLine(name: string, { path, prices }: PricesFile): string {
  const { dataset_version, spot, cells } = prices.header;
  return `${name}: ${path}, dataset ${dataset_version}, prices of ${spot.year}, ${cells} cells`;
}

function spotText(a: PricesArtifact, b: PricesArtifact, area: number): string {
  const profile = MONTHS * CLOCK_HOURS;
  const [before, after] = [a, b].map(({ spot_profile }) =>
    spot_profile.subarray(area * profile, (area + 1) * profile),
  );
  const sizes = before.map((sek, at) => Math.abs(after[at] - sek));
  const most = max(sizes) ?? 0;
  if (most === 0) return 'the same';
  const at = sizes.indexOf(most);
  const where = `${MONTH_NAMES[Math.floor(at / CLOCK_HOURS)]} ${at % CLOCK_HOURS}:00`;
  const from = `${before[at].toFixed(4)} -> ${after[at].toFixed(4)}`;
  return `differ by ${(median(sizes) ?? 0).toFixed(4)} in the median and at most ${most.toFixed(4)} (${where}: ${from})`;
}

function temperatureText(a: PricesArtifact, b: PricesArtifact, pairs: readonly CellPair[]): string {
  const months = pairs.flatMap((pair) =>
    MONTH_NAMES.map((month, m) => {
      const before = a.temperature[pair.a * MONTHS + m];
      const after = b.temperature[pair.b * MONTHS + m];
      return { pair, month, before, after };
    }),
  );
  const isKnown = (tenths: number) => tenths !== NO_TEMPERATURE;
  const turned = months.filter(({ before, after }) => isKnown(before) !== isKnown(after));
  const known = months.filter(({ before, after }) => isKnown(before) && isKnown(after));
  const sizes = known.map(({ before, after }) => Math.abs(after - before) / 10);
  const most = max(sizes) ?? 0;
  const turnedText =
    turned.length > 0 ? ` Cells known in one of them alone: ${turned.length / MONTHS}.` : '';
  if (most === 0) return `No temperature differs.${turnedText}`;
  const { pair, month, before, after } = known[sizes.indexOf(most)];
  const where = `${pair.lat} N ${pair.lng} E in ${month}: ${before / 10} -> ${after / 10}`;
  return `Months differ by ${(median(sizes) ?? 0).toFixed(1)} °C in the median and at most ${most.toFixed(1)} (${where}).${turnedText}`;
}

function headerLines(a: PricesArtifact, b: PricesArtifact): string[] {
  const changes = headerChanges(a.header, b.header);
  if (changes.length === 0) return ['Their headers are the same.'];
  return [
    'Fields of the headers that differ',
    ...changes.map(({ field, a, b }) => `  ${field}: ${headerValue(a)} -> ${headerValue(b)}`),
  ];
}
