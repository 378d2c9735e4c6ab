import { roundTo } from './round.ts';
import { sum } from './statistics.ts';

export const ORE_PER_SEK = 100;

/** The rate of VAT on electricity, panels, batteries and their installation. */
export const VAT_PERCENT = 25;

/** Multiplies a price without VAT into one with it. */
export function vatFactor(vatPercent: number): number {
  return 1 + vatPercent / 100;
}

/** Converts to whole öre. */
export function oreOf(sek: number): number {
  return Math.round(ORE_PER_SEK * sek);
}

/** Mean price of the year's hours in tenths of an öre per kWh. */
export function meanOre(sekPerKwh: Float64Array): number {
  return roundTo((ORE_PER_SEK * sum(sekPerKwh)) / sekPerKwh.length, 1);
}
