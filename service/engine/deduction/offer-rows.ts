import { exactShare, floorDivide } from './apportion.ts';
import { TURNKEY_PERMILLE } from './rates.ts';
import { type ByClass, byClass, type WorkClass } from './work-class.ts';

/** A row of an offer or an invoice. */
export interface OfferRow {
  /** Null if it counts for nothing. */
  workClass: WorkClass | null;
  /** Total with VAT, in öre. A rebate is below 0. */
  totalOre: number;
  vatPercent: number;
}

/**
 * Computes what a row costs: quantity x price, half an öre up.
 * @param quantityThousandths quantity in thousandths, integer
 * @param priceOre price of one, with VAT, integer
 */
export function rowTotalOre(quantityThousandths: number, priceOre: number): number {
  return floorDivide(2n * BigInt(quantityThousandths) * BigInt(priceOre) + 1000n, 2000n);
}

/** Rows of a turnkey installation as they are invoiced. */
export interface TurnkeyRows<Row> {
  /** The rows in their order; those with a class are cut to what counts as work and material. */
  rows: Row[];
  /** The other costs, which were cut off: one row for each rate of VAT. */
  otherCosts: OfferRow[];
}

/** Splits off the share of a turnkey price that is neither work nor material. Sums stay exact. */
export function turnkeyRows<Row extends OfferRow>(rows: readonly Row[]): TurnkeyRows<Row> {
  const cutOre = new Map<number, number>();
  const kept = rows.map((row) => {
    if (row.workClass === null) return row;
    const totalOre = exactShare(row.totalOre, TURNKEY_PERMILLE, 1000);
    cutOre.set(row.vatPercent, (cutOre.get(row.vatPercent) ?? 0) + row.totalOre - totalOre);
    return { ...row, totalOre };
  });
  const otherCosts = Array.from(cutOre, ([vatPercent, totalOre]) => ({
    workClass: null,
    totalOre,
    vatPercent,
  }));
  return { rows: kept, otherCosts };
}

/** The cost of each class of work, öre with VAT. */
export function basesOre(rows: readonly OfferRow[]): ByClass {
  return byClass((workClass) =>
    rows
      .filter((row) => row.workClass === workClass)
      .reduce((sum, { totalOre }) => sum + totalOre, 0),
  );
}
