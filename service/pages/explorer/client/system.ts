import { cashFlow, outlookOfBattery, paybackYears } from '#engine/economy/cash-flow.ts';
import { isWithinWarranty } from '#engine/economy/suggestion.ts';
import type { ExplorerState } from '../state.ts';
import type { MoneyAnswer } from '../worker/money-answer.ts';
import {
  type BatteryPayback,
  computePaid,
  findSoonest,
  type Paid,
  readOutlook,
} from './payback.ts';

/** Panels, by themselves or with a battery, as one purchase. */
export interface System {
  battery: BatteryPayback | null;
  savesSek: number;
  /** Price of what is bought, SEK with VAT. */
  priceSek: number;
  /** Price of what is bought after the deduction, SEK. */
  netSek: number;
  /** Null if it is not paid back in its life, or nothing is bought. */
  years: number | null;
  /** What is left of the savings at the end of the panels' life, as worth today. */
  leftSek: number;
}

/** The two systems to choose from, and the chosen one. */
export interface Systems {
  paid: Paid;
  /** Whether a meter has the sun in its figures already, and only the battery is bought. */
  isSunInMeter: boolean;
  panels: System;
  /** With the battery of the chosen size, else the one that pays back first, else the first. */
  both: System;
  chosen: System;
}

/**
 * Computes when the systems pay back. Chosen is what the reader chose, else the panels, with the battery where that
 * pays back within its warranty.
 */
export function computeSystems(
  state: ExplorerState,
  money: MoneyAnswer,
  isSunInMeter: boolean,
): Systems {
  const paid = computePaid(state, money, isSunInMeter);
  const { batteries } = paid;
  const first = findSoonest(batteries);
  const size = state.batteryKwh;
  const battery = batteries.find(({ cell }) => cell.sizeKwh === size) ?? first ?? batteries[0];
  const panels = computeSystem(state, money, paid, null);
  const both = computeSystem(state, money, paid, battery);
  const isSuggested = first !== null && isWithinWarranty(first);
  const hasBattery = size === null ? isSuggested : size > 0;
  return { paid, isSunInMeter, panels, both, chosen: hasBattery ? both : panels };
}

function computeSystem(
  state: ExplorerState,
  { sunSek }: MoneyAnswer,
  { panels }: Paid,
  battery: BatteryPayback | null,
): System {
  const batterySek = battery?.cell.savesSek ?? 0;
  const netSek = (panels?.netSek ?? 0) + (battery?.netSek ?? 0);
  const firstYear = { solarSek: panels ? sunSek : 0, batterySek };
  const outlook = readOutlook(state);
  const own = panels ? outlook : outlookOfBattery(outlook);
  const years = panels || battery ? paybackYears(netSek, firstYear, own) : null;
  return {
    battery,
    savesSek: sunSek + batterySek,
    priceSek: (panels?.priceSek ?? 0) + (battery?.priceSek ?? 0),
    netSek,
    years,
    leftSek: cashFlow(netSek, firstYear, own)[own.years],
  };
}
