import { HOURS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from './power-component.ts';

const EVERY_HOUR = new Float64Array(HOURS).fill(1);

/** A charge on each month's highest hourly import, SEK per kW, as power components: none where it is 0. */
export function plainPower(sekPerKwMonth: number): PowerComponent[] {
  if (sekPerKwMonth === 0) return [];
  const statistic = { highest: 1, distinctDays: false, hourFactor: EVERY_HOUR };
  return [{ kind: 'plain', name: 'peak', sekPerKwMonth, ...statistic, zeroAtOrBelowKw: 0 }];
}

/** The plain charge among power components, SEK per kW; 0 without one. */
export function plainChargeSek(power: readonly PowerComponent[]): number {
  return power.find(({ kind }) => kind === 'plain')?.sekPerKwMonth ?? 0;
}
