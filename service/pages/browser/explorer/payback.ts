import { BATTERY_YEARS, YEARS } from '#engine/economy/cash-flow.ts';
import { batteryPayback, type Payback, pricedSystems } from '#engine/economy/priced-systems.ts';
import { warrantyYears } from '#engine/economy/warranty.ts';
import type { ProposedDeduction } from '../../../../schemas/types.ts';
import { type BatteryCell, type MoneyAnswer, selectBestCells } from './money-answer.ts';

/** When something pays itself back. */
export interface LifePayback extends Payback {
  /** How many years count. */
  lifeYears: number;
}

/** When the best strategy of a size pays the battery back. */
export interface BatteryPayback extends LifePayback {
  cell: BatteryCell;
  warrantyYears: number;
}

/** Who pays, and when. */
export interface Payment extends ProposedDeduction {
  /** What panels of the same year cost, SEK with VAT: the reduction has one cap for all. */
  panelSek: number;
}

/** When the panels have paid themselves back, of an answer. */
export function computePanelPayback({ sunSek }: MoneyAnswer, payment: Payment): LifePayback {
  const [solar] = pricedSystems({
    costs: { solar_sek: payment.panelSek, charging_points: { count: 0, sek: 0 } },
    solarSek: sunSek,
    battery: undefined,
    deduction: payment,
  });
  return { ...solar, lifeYears: YEARS };
}

/**
 * The batteries of an answer with their payback, in the order of their sizes; of the reduction they get what
 * the panels leave.
 * @param costOf what a size costs installed, SEK with VAT
 */
export function computeBatteryPaybacks(
  answer: MoneyAnswer,
  costOf: (sizeKwh: number) => number,
  payment: Payment,
): BatteryPayback[] {
  return selectBestCells(answer).map((cell) => ({
    cell,
    ...batteryPayback(
      { sek: costOf(cell.sizeKwh), saving_sek: cell.savesSek },
      payment.panelSek,
      payment,
    ),
    lifeYears: BATTERY_YEARS,
    warrantyYears: warrantyYears(cell.cyclesPerYear),
  }));
}

/** The battery that pays back first, after the deduction; null when none does. */
export function findSoonest(all: readonly BatteryPayback[]): BatteryPayback | null {
  const years = ({ paybackYears }: BatteryPayback) => paybackYears ?? Number.POSITIVE_INFINITY;
  const [first] = all.toSorted((a, b) => years(a) - years(b));
  return first && first.paybackYears !== null ? first : null;
}
