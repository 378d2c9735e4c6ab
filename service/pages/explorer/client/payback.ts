import { AS_TODAY, BATTERY_YEARS, type Outlook } from '#engine/economy/cash-flow.ts';
import { batteryPayback, type Payback, pricedSystems } from '#engine/economy/priced-systems.ts';
import { batteryLife } from '#engine/economy/suggestion.ts';
import { swedishDay } from '#engine/swedish-day.ts';
import type { ProposedDeduction } from '../../../../schemas/types.ts';
import type { ExplorerState } from '../state.ts';
import { type BatteryCell, type MoneyAnswer, selectBestCells } from '../worker/money-answer.ts';
import { computeBatteryCostSek, computePanelCostSek } from '../worker/requests.ts';

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

/** The payers and the day of the payment. */
export interface Payment extends ProposedDeduction {
  /** Price of panels of the same year, SEK with VAT: the reduction has one cap for all. */
  panelSek: number;
}

/** Computes when the panels have paid themselves back. */
export function computePanelPayback(
  { sunSek }: MoneyAnswer,
  payment: Payment,
  outlook = AS_TODAY,
): LifePayback {
  const [solar] = pricedSystems({
    costs: { solar_sek: payment.panelSek, charging_points: { count: 0, sek: 0 } },
    solarSek: sunSek,
    battery: undefined,
    deduction: payment,
    outlook,
  });
  return { ...solar, lifeYears: outlook.years };
}

/**
 * Computes the payback of an answer's batteries, in the order of their sizes. They get the part of the
 * reduction that the panels leave. The inverter and the service are the panels'.
 * @param costOf gives the price of a size installed, SEK with VAT
 */
export function computeBatteryPaybacks(
  answer: MoneyAnswer,
  costOf: (sizeKwh: number) => number,
  payment: Payment,
  outlook = AS_TODAY,
): BatteryPayback[] {
  return selectBestCells(answer).map((cell) => ({
    cell,
    ...batteryLife(
      { sek: costOf(cell.sizeKwh), saving_sek: cell.savesSek },
      cell.cyclesPerYear,
      payment.panelSek,
      payment,
      outlook,
    ),
    lifeYears: Math.min(BATTERY_YEARS, outlook.years),
  }));
}

/** When panels and batteries are paid back. */
export interface Paid {
  /** Null if they are there already. */
  panels: LifePayback | null;
  batteries: BatteryPayback[];
}

/** Computes the paybacks of a state's answer for today's payment. @param hasPanels whether panels are there already */
export function computePaid(state: ExplorerState, money: MoneyAnswer, hasPanels: boolean): Paid {
  const panelSek = hasPanels ? 0 : computePanelCostSek(state);
  const payment = { paid_on: swedishDay(), adults: state.owners, panelSek };
  const outlook = readOutlook(state);
  const costOf = (size: number) => computeBatteryCostSek(state, size);
  return {
    panels: panelSek > 0 ? computePanelPayback(money, payment, outlook) : null,
    batteries: computeBatteryPaybacks(money, costOf, payment, outlook),
  };
}

/** Computes how much more deduction a battery gets in another year than the panels, which share the cap of one, SEK. */
export function computeLaterGainSek(state: ExplorerState, sizeKwh: number): number {
  const battery = { sek: computeBatteryCostSek(state, sizeKwh), saving_sek: 0 };
  const terms = { paid_on: swedishDay(), adults: state.owners };
  const [together, apart] = [computePanelCostSek(state), 0].map(
    (panelSek) => batteryPayback(battery, panelSek, terms).netSek,
  );
  return together - apart;
}

/** Reads the years after the first as a state has them. */
export function readOutlook(state: ExplorerState): Outlook {
  const { priceRisePct, interestPct, lifeYears, fadePct, ...costs } = state;
  const { inverterSek, inverterYear, serviceSekPerYear } = costs;
  return {
    priceChange: priceRisePct / 100,
    interest: interestPct / 100,
    years: lifeYears,
    inverterSek,
    inverterYear,
    serviceSekPerYear,
    batteryFade: fadePct / 100,
  };
}

/** Finds the battery that pays back first, after the deduction. Null if none does. */
export function findSoonest(all: readonly BatteryPayback[]): BatteryPayback | null {
  const years = ({ paybackYears }: BatteryPayback) => paybackYears ?? Number.POSITIVE_INFINITY;
  const [first] = all.toSorted((a, b) => years(a) - years(b));
  return first && first.paybackYears !== null ? first : null;
}
