/** Green work on an invoice of the fake of Fortnox, and the reduction that it gives. */
import type { HouseWorkType } from '../../../ports.ts';
import type { FakeInvoice, FakeRow } from './account.ts';

/** Percent of each type: from 2023 to June 2025 solar cells gave more. */
const PERCENT: Record<Exclude<HouseWorkType, 'OTHERCOSTS'>, (date: string) => number> = {
  SOLARCELLS: (date) => (date >= '2023-01-01' && date < '2025-07-01' ? 20 : 15),
  STORAGESELFPRODUCEDELECTRICITY: () => 50,
  CHARGINGSTATIONELECTRICVEHICLE: () => 50,
};

export const GREEN = Object.keys(PERCENT) as (keyof typeof PERCENT)[];

/** A row's cost in öre: quantity and price are rounded half up to two decimals first. */
export function rowOre({ DeliveredQuantity, Price }: FakeRow): number {
  return Math.round((hundredths(Number(DeliveredQuantity)) * hundredths(Price)) / 100);
}

/** The most that may be asked for work of a type, whole kronor. */
export function ceilingSek({ InvoiceRows, InvoiceDate }: FakeInvoice, type: string): number {
  const green = GREEN.find((one) => one === type);
  if (!green) return 0;
  const ore = InvoiceRows.filter(({ HouseWorkType }) => HouseWorkType === type)
    .map(rowOre)
    .reduce((sum, one) => sum + one, 0);
  return Math.floor((PERCENT[green](InvoiceDate) * Math.floor(ore / 100)) / 100);
}

/** The reduction that the rows give, whole kronor. */
export function reductionOfRows(invoice: FakeInvoice): number {
  return GREEN.reduce((sum, type) => sum + ceilingSek(invoice, type), 0);
}

function hundredths(value: number): number {
  return Math.round(Number((value * 100).toFixed(6)));
}
