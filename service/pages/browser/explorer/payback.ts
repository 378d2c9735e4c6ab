import { greenDeduction } from '../../../deduction/green-deduction.ts';
import { turnkeyRows } from '../../../deduction/offer-rows.ts';
import { CAP_SEK } from '../../../deduction/rates.ts';
import { type BatteryCell, bestCells, type MoneyAnswer } from './money-answer.ts';

/** Usual warranty of a home battery (fixtures/market/battery-programs.json): it ends with years or cycles. */
export const WARRANTY = { years: 10, cycles: 6000 };

const ORE_PER_SEK = 100;
const VAT_PERCENT = 25;

/** Beyond this nobody waits for a battery to pay back. */
const MOST_YEARS = 99;

/** When the best strategy of a size pays the battery back. */
export interface Payback {
  cell: BatteryCell;
  costSek: number;
  /** The tax reduction of its owners for a turnkey price. */
  deductionSek: number;
  /** Without and with the reduction; null: never. */
  yearsBefore: number | null;
  yearsAfter: number | null;
  warrantyYears: number;
}

/**
 * The batteries of an answer with their payback, in the order of their sizes.
 * @param costOf what a size costs installed, SEK with VAT
 * @param paidOn date of payment, YYYY-MM-DD
 * @param owners who share the tax reduction
 */
export function paybacks(
  answer: MoneyAnswer,
  costOf: (sizeKwh: number) => number,
  paidOn: string,
  owners: number,
): Payback[] {
  return bestCells(answer).map((cell) => {
    const costSek = costOf(cell.sizeKwh);
    const deductionSek = batteryDeductionSek(costSek, paidOn, owners);
    return {
      cell,
      costSek,
      deductionSek,
      yearsBefore: yearsOf(costSek, cell.savesSek),
      yearsAfter: yearsOf(costSek - deductionSek, cell.savesSek),
      warrantyYears: Math.min(WARRANTY.years, WARRANTY.cycles / Math.max(1, cell.cyclesPerYear)),
    };
  });
}

/** The battery that pays back first, after the deduction; null when none does. */
export function soonest(all: readonly Payback[]): Payback | null {
  const years = ({ yearsAfter }: Payback) => yearsAfter ?? Number.POSITIVE_INFINITY;
  const [first] = all.toSorted((a, b) => years(a) - years(b));
  return first && first.yearsAfter !== null ? first : null;
}

/** Whether a battery pays back while its warranty lasts, after the deduction. */
export function isWithinWarranty({ yearsAfter, warrantyYears }: Payback): boolean {
  return yearsAfter !== null && yearsAfter <= warrantyYears;
}

/** What owners get back for a battery at a turnkey price, whole SEK. */
function batteryDeductionSek(costSek: number, paidOn: string, owners: number): number {
  const totalOre = Math.round(costSek * ORE_PER_SEK);
  const offer = [{ workClass: 'storage' as const, totalOre, vatPercent: VAT_PERCENT }];
  const allowances = Array.from({ length: owners }, () => CAP_SEK);
  return greenDeduction(turnkeyRows(offer).rows, paidOn, allowances, 'fewest').claimedSek;
}

function yearsOf(costSek: number, savesSek: number): number | null {
  const years = costSek / savesSek;
  return savesSek > 0 && years <= MOST_YEARS ? years : null;
}
