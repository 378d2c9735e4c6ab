/**
 * Sweden's tax reduction for green technology (skattereduktion för grön teknik): what an offer's rows
 * give by class of work, and how much of it each person claims.
 */

import { ORE_PER_SEK } from '../money.ts';
import {
  type ByClass,
  byClass,
  ratesOn,
  sumOf,
  TURNKEY_PERMILLE,
  type WorkClass,
} from './rates.ts';
import {
  exactShare,
  type PartsWanted,
  type ReductionSplit,
  splitReduction,
} from './split-reduction.ts';

/** A row of an offer or an invoice. */
export interface OfferRow {
  /** Null if it is ignored. */
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
  const pieces = Math.floor(quantityThousandths / 1000);
  const thousandths = quantityThousandths - 1000 * pieces;
  return pieces * priceOre + Math.floor((thousandths * priceOre + 500) / 1000);
}

/** Rows of a turnkey installation as they are invoiced. */
export interface TurnkeyRows<Row> {
  /** The rows in their order. Those with a class are cut to what counts as work and material. */
  rows: Row[];
  /** The other costs, which were cut off: one row for each rate of VAT. */
  otherCosts: OfferRow[];
}

/** Splits off the share of a turnkey price that is neither work nor material. Sums stay exact. */
export function turnkeyRows<Row extends OfferRow>(rows: readonly Row[]): TurnkeyRows<Row> {
  const cutOre = new Map<number, number>();
  const remaining = rows.map((row) => {
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
  return { rows: remaining, otherCosts };
}

/** The cost of each class of work, öre with VAT. */
export function basesOre(rows: readonly OfferRow[]): ByClass {
  return byClass((workClass) =>
    rows
      .filter((row) => row.workClass === workClass)
      .reduce((sum, { totalOre }) => sum + totalOre, 0),
  );
}

/** The reduction that an offer gives. */
export interface GreenDeduction extends ReductionSplit {
  /** Amounts by class of work, whole SEK, before allowances. */
  amountsSek: ByClass;
  /** The sum that the applicants claim together. */
  claimedSek: number;
  /** `allowance_exceeded`: there is a surplus. */
  warnings: 'allowance_exceeded'[];
  /** Always true: the applicants' other claims of the year are unknown here. */
  preliminary: true;
}

/**
 * The reduction of an offer, split among its applicants.
 * @param rows as they are invoiced: of a turnkey price what `turnkeyRows` leaves
 * @param paidOn date of payment, YYYY-MM-DD, which decides the shares
 * @param allowancesSek what each applicant may still get this year, whole SEK
 * @throws RangeError naming the value that cannot be
 */
export function greenDeduction(
  rows: readonly OfferRow[],
  paidOn: string,
  allowancesSek: readonly number[],
  wanted: PartsWanted,
): GreenDeduction {
  const amountsSek = amountsByClass(basesOre(rows), paidOn);
  const split = splitReduction(amountsSek, allowancesSek, wanted);
  const surplusSek = sumOf(split.surplusSek);
  return {
    ...split,
    amountsSek,
    claimedSek: sumOf(amountsSek) - surplusSek,
    warnings: surplusSek > 0 ? ['allowance_exceeded'] : [],
    preliminary: true,
  };
}

/**
 * The reduction by class before allowances: the share of what the class cost in whole SEK, down to whole SEK.
 * Fortnox rounds the cost down, too, and refuses a krona more (measured in a test company on 2 October 2026).
 * @param basesOre what each class of work costs with VAT, öre
 * @throws RangeError when one is below 0 or no integer
 */
export function amountsByClass(basesOre: ByClass, paidOn: string): ByClass {
  const permille = ratesOn(paidOn);
  return byClass((workClass) => {
    const baseOre = basesOre[workClass];
    if (!Number.isSafeInteger(baseOre) || baseOre < 0) {
      throw new RangeError(
        `The rows of ${workClass} add up to ${baseOre} öre, expected an integer of 0 or more.`,
      );
    }
    return exactShare(Math.floor(baseOre / ORE_PER_SEK), permille[workClass], 1000);
  });
}
