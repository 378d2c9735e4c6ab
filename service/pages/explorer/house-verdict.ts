import { batteryPayback, type PricedSystem } from '#engine/economy/priced-systems.ts';
import { type EconomyRequest, readEconomy } from '#engine/economy/read-economy.ts';
import {
  computeVerdict,
  type Economy,
  type HouseSavings,
  type HouseVerdict,
} from '#engine/economy/verdict.ts';
import { swedishDay } from '#engine/swedish-day.ts';
import { type ExplorerState, SIZES_KWH, sumKwp } from './state.ts';

/** The verdict on a state's house, its two systems by name. */
export interface ExplorerVerdict extends HouseVerdict {
  /** Whether a meter has the sun in its figures already, and only the battery is bought. */
  isSunInMeter: boolean;
  /** Whether panels are bought. They may be there already. */
  arePanelsBought: boolean;
  panels: PricedSystem;
  both: PricedSystem;
}

/** Computes the price of the roof's panels installed, SEK with VAT. */
export function computePanelCostSek({ faces, panelSekPerKwp }: ExplorerState): number {
  return Math.round(panelSekPerKwp * sumKwp(faces));
}

/** Computes the price of a battery of a size installed, SEK with VAT. */
export function computeBatteryCostSek(
  { batteryFixedSek, batterySekPerKwh }: ExplorerState,
  sizeKwh: number,
): number {
  return Math.round(batteryFixedSek + batterySekPerKwh * sizeKwh);
}

/** An economy that is paid today. */
export type EconomyToday = Omit<EconomyRequest, 'paid_on'>;

/** Builds prices and assumptions of a state as the API's verdict takes them. */
export function buildEconomy(state: ExplorerState): EconomyToday {
  const { batteryKwh } = state;
  return {
    solar_sek: computePanelCostSek(state),
    batteries: SIZES_KWH.map((kwh) => ({ kwh, sek: computeBatteryCostSek(state, kwh) })),
    ...(batteryKwh === null ? {} : { battery_kwh: batteryKwh }),
    owners: state.owners,
    price_level_pct: state.priceLevelPct,
    price_change_pct: state.priceRisePct,
    interest_pct: state.interestPct,
    lifetime_years: state.lifeYears,
    inverter_sek: state.inverterSek,
    inverter_year: state.inverterYear,
    service_sek_per_year: state.serviceSekPerYear,
  };
}

/** Reads prices and assumptions of a state, paid today. */
export function readTerms(state: ExplorerState): Economy {
  return readEconomy({ ...buildEconomy(state), paid_on: swedishDay() }, state.fadePct);
}

/** Computes the verdict on a state from its house's savings. */
export function computeHouseVerdict(
  state: ExplorerState,
  savings: HouseSavings,
  isSunInMeter: boolean,
): ExplorerVerdict {
  const usual = readTerms(state);
  const costs = { ...usual.costs, solar_sek: 0 };
  const economy = isSunInMeter ? { ...usual, costs } : usual;
  const verdict = computeVerdict(economy, savings);
  const [panels, both = panels] = verdict.systems;
  return {
    ...verdict,
    ...(isSunInMeter ? { chosen: both } : {}),
    ...{ isSunInMeter, panels, both },
    arePanelsBought: economy.costs.solar_sek > 0,
  };
}

/** Computes how much more deduction a battery gets in another year than the panels, which share the cap of one, SEK. */
export function computeLaterGainSek(state: ExplorerState, sizeKwh: number): number {
  const { deduction, outlook } = readTerms(state);
  const battery = { priceSek: computeBatteryCostSek(state, sizeKwh), savingSek: 0 };
  const [together, apart] = [computePanelCostSek(state), 0].map(
    (panelSek) => batteryPayback(battery, panelSek, deduction, outlook).netSek,
  );
  return together - apart;
}
