import { greenDeduction } from '#engine/deduction/green-deduction.ts';
import { turnkeyRows } from '#engine/deduction/offer-rows.ts';
import { CAP_SEK } from '#engine/deduction/rates.ts';
import { WORK_CLASSES, type WorkClass } from '#engine/deduction/work-class.ts';
import { BATTERY_YEARS, type FirstYear, paybackYears, YEARS } from '#engine/economy/cash-flow.ts';
import { type BatteryCell, bestCells, type MoneyAnswer } from './money-answer.ts';

/** Usual warranty of a home battery (fixtures/market/battery-programs.json): it ends with years or cycles. */
export const WARRANTY = { years: 10, cycles: 6000 };

const ORE_PER_SEK = 100;
const VAT_PERCENT = 25;

/** When something pays itself back. */
export interface Payback {
  costSek: number;
  /** The tax reduction of its owners for a turnkey price. */
  deductionSek: number;
  /** Without and with the reduction; null: not in the years that count. */
  yearsBefore: number | null;
  yearsAfter: number | null;
  /** How many count. */
  lifeYears: number;
}

/** When the best strategy of a size pays the battery back. */
export interface BatteryPayback extends Payback {
  cell: BatteryCell;
  warrantyYears: number;
}

/** Who pays, and when. */
export interface Payment {
  /** YYYY-MM-DD. */
  paidOn: string;
  /** Who share the tax reduction. */
  owners: number;
  /** What panels of the same year cost, SEK with VAT: the reduction has one cap for all. */
  panelSek: number;
}

/** When the panels have paid themselves back, of an answer. */
export function panelPayback({ sunSek }: MoneyAnswer, payment: Payment): Payback {
  const { panelSek } = payment;
  const firstYear = { solarSek: sunSek, batterySek: 0 };
  const reductionSek = deductionSek({ solar_cells: panelSek }, payment);
  return { ...payback(panelSek, reductionSek, firstYear), lifeYears: YEARS };
}

/**
 * The batteries of an answer with their payback, in the order of their sizes; of the reduction they get what
 * the panels leave.
 * @param costOf what a size costs installed, SEK with VAT
 */
export function paybacks(
  answer: MoneyAnswer,
  costOf: (sizeKwh: number) => number,
  payment: Payment,
): BatteryPayback[] {
  const solar_cells = payment.panelSek;
  const ofPanelsSek = deductionSek({ solar_cells }, payment);
  return bestCells(answer).map((cell) => {
    const storage = costOf(cell.sizeKwh);
    const leftSek = deductionSek({ solar_cells, storage }, payment) - ofPanelsSek;
    return {
      cell,
      ...payback(storage, leftSek, { solarSek: 0, batterySek: cell.savesSek }),
      lifeYears: BATTERY_YEARS,
      warrantyYears: Math.min(WARRANTY.years, WARRANTY.cycles / Math.max(1, cell.cyclesPerYear)),
    };
  });
}

function payback(
  costSek: number,
  deductionSek: number,
  firstYear: FirstYear,
): Omit<Payback, 'lifeYears'> {
  return {
    costSek,
    deductionSek,
    yearsBefore: paybackYears(costSek, firstYear),
    yearsAfter: paybackYears(costSek - deductionSek, firstYear),
  };
}

/** The battery that pays back first, after the deduction; null when none does. */
export function soonest(all: readonly BatteryPayback[]): BatteryPayback | null {
  const years = ({ yearsAfter }: BatteryPayback) => yearsAfter ?? Number.POSITIVE_INFINITY;
  const [first] = all.toSorted((a, b) => years(a) - years(b));
  return first && first.yearsAfter !== null ? first : null;
}

/** Whether a battery pays back while its warranty lasts, after the deduction. */
export function isWithinWarranty({ yearsAfter, warrantyYears }: BatteryPayback): boolean {
  return yearsAfter !== null && yearsAfter <= warrantyYears;
}

/** What owners get back for turnkey prices by class of work, whole SEK. */
function deductionSek(
  prices: Partial<Record<WorkClass, number>>,
  { paidOn, owners }: Payment,
): number {
  const offer = WORK_CLASSES.map((workClass) => {
    const totalOre = Math.round((prices[workClass] ?? 0) * ORE_PER_SEK);
    return { workClass, totalOre, vatPercent: VAT_PERCENT };
  });
  const allowances = Array.from({ length: owners }, () => CAP_SEK);
  return greenDeduction(turnkeyRows(offer).rows, paidOn, allowances, 'fewest').claimedSek;
}
