import { MONTH_NUMBERS } from '../dataset/dataset-figures.ts';
import type { DatasetDiff } from './compare-datasets.ts';

/** One line per cell in both datasets: percent by period, yields over all planes. */
export function cellsCsv({ cells }: DatasetDiff): string {
  const periods = [...MONTH_NUMBERS, 'year'];
  const columns = periods.flatMap((period) =>
    ['ghi', 'yield_median', 'yield_p95', 'yield_max'].map((name) => `${name}_${period}_percent`),
  );
  const lines = cells.map((cell) => {
    const values = periods.flatMap((_, period) => {
      const { median, p95, max } = cell.yield[period];
      return [cell.ghi[period], median, p95, max].map((share) => (100 * share).toFixed(4));
    });
    return [cell.lat, cell.lng, ...values].join(',');
  });
  return `${['lat', 'lng', ...columns].join(',')}\n${lines.join('\n')}\n`;
}
