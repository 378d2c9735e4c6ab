/** Data that the answer is drawn from, on the page and in its HTML. */

import type { SystemMonths } from '#engine/battery/house-months.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import type { RangeYears } from '#engine/range/range-years.ts';
import type { NoAnswer } from '../../ui/retry.ts';
import type { ExplorerVerdict } from '../house-verdict.ts';
import type { ExplorerState, PlaceSpot } from '../state.ts';
import type { House, HouseMoney } from '../worker/local-calls.ts';

/** A house and its figures, which are of this very house. */
export interface Figures extends HouseMoney {
  house: House;
  /** The state that they are drawn for: the house's, but for what moves no year's savings. */
  state: ExplorerState;
  verdict: ExplorerVerdict;
}

export interface FiguresView {
  /** The page's state, with the price level of the place where it follows the last known prices. */
  state: ExplorerState;
  /** The last that came for the place. Null until they have come for it. */
  figures: Figures | null;
  /** Whether they are those of another house than the page's state. */
  isStale: boolean;
  /** Prices of the place. Null until they have come. */
  spot: PlaceSpot | null;
  /** Null if there are figures, or they are pending. */
  problem: NoAnswer | null;
}

/** The system of the figures, and the years of it. */
export interface RangeView {
  /** Null if there are no figures. */
  system: PricedSystem | null;
  /** Years of the very house and battery of the figures. Null until they have come. */
  years: RangeYears | null;
  /** Whether there are none to come. */
  isUnknown: boolean;
}

/** The months of both systems. */
export interface MonthsView {
  /** The last that came. Null until they have come, and for a meter with the sun in it. */
  months: SystemMonths | null;
  /** Whether they are those of the very house and battery of the figures. */
  isCurrent: boolean;
}
