/**
 * Sweden's tax reduction for green technology (skattereduktion för grön teknik): what an offer's rows
 * give by class of work, and how much of it each person claims.
 */
import { ORE_PER_SEK } from '../money.ts';
import { exactShare, floorDivide } from './apportion.ts';
import { basesOre, type OfferRow } from './offer-rows.ts';
import { ratesOn } from './rates.ts';
import { type PartsWanted, type ReductionSplit, splitReduction } from './split-reduction.ts';
import { type ByClass, byClass, sumOf } from './work-class.ts';

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
    const baseSek = floorDivide(BigInt(baseOre), BigInt(ORE_PER_SEK));
    return exactShare(baseSek, permille[workClass], 1000);
  });
}
