import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import { cellNumber, parseCsv } from './csv-table.ts';
import type { PriceFile } from './price-files.ts';
import { PRICE_UNITS, type PriceUnit, type QuotedPrice, resolutionsOf } from './spot-price.ts';

const TIME = 'timestamp_utc';
const RATE = 'sek_per_eur';
const EXPECTED = `${TIME}, then a column per price area and unit such as SE3_${PRICE_UNITS.join(' or SE3_')}, and optionally ${RATE}`;

interface PriceColumn {
  index: number;
  area: PriceArea;
  unit: PriceUnit;
}

/**
 * Prices of a table with the start of each hour or quarter hour in UTC (`2025-01-01T00:00Z`), a
 * column per area with its unit in the header, and optionally the day's `sek_per_eur`. An empty
 * cell is a gap.
 * @throws Error naming the line or the column that is wrong
 */
export function readPriceCsv(file: PriceFile): QuotedPrice[] {
  const { header, rows } = parseCsv(file);
  const columns = priceColumns(file, header);
  const rateColumn = header.indexOf(RATE);
  const starts = rows.map(({ line, cells }) => startOf(cells[0], `${file.label}, line ${line}`));
  const minutes = resolutionsOf(starts);
  return rows.flatMap(({ line, cells }, row) => {
    const label = `${file.label}, line ${line}`;
    const rate = rateColumn < 0 ? undefined : cellNumber(cells[rateColumn], `${label}, ${RATE}`);
    return columns.flatMap(({ index, area, unit }) => {
      const where = `${label}, ${header[index]}`;
      const price = cellNumber(cells[index], where);
      if (price === undefined) return [];
      const quoted = { area, startMs: starts[row], minutes: minutes[row], price, unit, where };
      return rate === undefined ? quoted : { ...quoted, sekPerEur: rate };
    });
  });
}

function priceColumns(file: PriceFile, header: string[]): PriceColumn[] {
  const columns: PriceColumn[] = [];
  header.forEach((name, index) => {
    const isFirst = header.indexOf(name) === index;
    const column = priceColumn(name, index);
    const twice = columns.some(({ area }) => area === column?.area);
    const isKnown = index === 0 ? name === TIME : name === RATE || (column && !twice);
    if (!isFirst || !isKnown) throw headerError(file, `column ${index + 1} is "${name}"`);
    if (column) columns.push(column);
  });
  if (columns.length === 0) throw headerError(file, 'there is no column of prices');
  return columns;
}

function priceColumn(name: string, index: number): PriceColumn | undefined {
  const area = PRICE_AREAS.find((candidate) => name.startsWith(`${candidate}_`));
  const unit = PRICE_UNITS.find((candidate) => name === `${area}_${candidate}`);
  return area && unit && { index, area, unit };
}

function headerError(file: PriceFile, problem: string): Error {
  return new Error(
    `${file.label}: ${problem}, expected ${EXPECTED}, each once. Correct the header.`,
  );
}

function startOf(cell: string, where: string): number {
  const startMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:00(\.0+)?)?Z$/.test(cell) ? Date.parse(cell) : NaN;
  if (Number.isFinite(startMs)) return startMs;
  throw new Error(
    `${where}: ${TIME} is "${cell}", expected a time in UTC such as 2025-01-31T23:00Z. Correct the line.`,
  );
}
