/** Differences of two prices.bin, as text. */
import { max, median } from 'd3-array';
import { meanSpread } from '#common/daily-spread.ts';
import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import {
  NO_TEMPERATURE,
  type PricesArtifact,
  spotHours,
} from '../../schemas/codec/prices-artifact.ts';
import type { GridTariff, GridTariffs } from '../../schemas/types.ts';
import { MONTH_NAMES } from '../dataset/dataset-figures.ts';
import { type CellPair, pairCells } from './cell-pairs.ts';
import { headerChanges } from './compare-datasets.ts';
import { headerValue, placesText } from './comparison-text.ts';

/** Prices and the file that they are in. */
export interface PricesFile {
  path: string;
  prices: PricesArtifact;
}

/**
 * The readable summary of how prices B differ from A: spot prices and their hours, temperatures, fields of the headers.
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
    ...hoursLines(a.prices, b.prices),
    '',
    `Temperatures of ${both.length} cells in both; only in A ${placesText(onlyA)}; only in B ${placesText(onlyB)}`,
    `  ${temperatureText(a.prices, b.prices, both)}`,
    '',
    ...gridTariffLines(a.prices.header.grid_tariffs, b.prices.header.grid_tariffs),
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
  return differenceText(sizes, at, where, [before[at], after[at]]);
}

function hoursLines(a: PricesArtifact, b: PricesArtifact): string[] {
  if (!a.spot_hours && !b.spot_hours) return ['Hours of the year: neither has any.'];
  if (!a.spot_hours || !b.spot_hours) {
    return [`Hours of the year: only ${a.spot_hours ? 'A' : 'B'} has them.`];
  }
  const lines = PRICE_AREAS.flatMap((area) => {
    const [before, after] = [spotHours(a, area), spotHours(b, area)];
    return before && after ? [`  ${area}  ${hoursDifference(before, after)}`] : [];
  });
  return ['Hours of the year, SEK/kWh', ...lines];
}

function hoursDifference(before: Float64Array, after: Float64Array): string {
  const sizes = before.map((sek, at) => Math.abs(after[at] - sek));
  const most = max(sizes) ?? 0;
  if (most === 0) return 'the same';
  const at = sizes.indexOf(most);
  const month = MONTH_START.findLastIndex((start) => start <= at);
  const day = Math.floor((at - MONTH_START[month]) / CLOCK_HOURS) + 1;
  const where = `${day} ${MONTH_NAMES[month]} ${at % CLOCK_HOURS}:00`;
  const [from, to] = [before, after].map((hours) => ({
    spread: meanSpread(hours).toFixed(3),
    below: hours.filter((sek) => sek < 0).length,
  }));
  const changed = sizes.filter((size) => size > 0).length;
  return `${changed} of ${HOURS} ${differenceText(sizes, at, where, [before[at], after[at]])}; mean spread of a day ${from.spread} -> ${to.spread}, hours below zero ${from.below} -> ${to.below}`;
}

function differenceText(
  sizes: Float64Array,
  at: number,
  where: string,
  [before, after]: [number, number],
): string {
  const from = `${before.toFixed(4)} -> ${after.toFixed(4)}`;
  return `differ by ${(median(sizes) ?? 0).toFixed(4)} in the median and at most ${sizes[at].toFixed(4)} (${where}: ${from})`;
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
    turned.length > 0 ? ` Cells known in only one: ${turned.length / MONTHS}.` : '';
  if (most === 0) return `No temperature differs.${turnedText}`;
  const { pair, month, before, after } = known[sizes.indexOf(most)];
  const where = `${pair.lat} N ${pair.lng} E in ${month}: ${before / 10} -> ${after / 10}`;
  return `Months differ by ${(median(sizes) ?? 0).toFixed(1)} °C in the median and at most ${most.toFixed(1)} (${where}).${turnedText}`;
}

function headerLines(a: PricesArtifact, b: PricesArtifact): string[] {
  const [before, after] = [a, b].map(({ header: { grid_tariffs, ...rest } }) => rest);
  const changes = headerChanges(before, after);
  if (changes.length === 0) return ['Their headers are the same.'];
  return [
    'Fields of the headers that differ',
    ...changes.map(({ field, a, b }) => `  ${field}: ${headerValue(a)} -> ${headerValue(b)}`),
  ];
}

/** Lines about the price lists of two headers: which are new, missing, or differ, and in what. */
function gridTariffLines(a: GridTariffs | undefined, b: GridTariffs | undefined): string[] {
  const [before, after] = [byId(a), byId(b)];
  const only = (lists: Map<string, GridTariff>, others: Map<string, GridTariff>) =>
    [...lists.keys()].filter((id) => !others.has(id)).join(', ') || 'none';
  const count = `${before.size} price lists in A, ${after.size} in B`;
  return [
    `Grid tariffs: ${count}; only in A ${only(before, after)}; only in B ${only(after, before)}`,
    ...[...before].flatMap(([id, list]) => changeLines(id, list, after.get(id))),
  ];
}

function byId(tariffs: GridTariffs | undefined): Map<string, GridTariff> {
  return new Map(tariffs?.lists.map((list) => [list.id, list]));
}

function changeLines(id: string, before: GridTariff, after: GridTariff | undefined): string[] {
  return headerChanges(before, after ?? before).map(
    ({ field, a, b }) => `  ${id} ${field}: ${headerValue(a)} -> ${headerValue(b)}`,
  );
}
