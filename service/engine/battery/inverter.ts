import type { BatteryCoupling } from '../../../schemas/types.ts';
import { type House, NO_LIMITS } from './house.ts';

/**
 * The house whose sun comes through an inverter. Coupled by AC the battery sees what the inverter lets through. Coupled
 * by DC it is behind the same inverter: it may store what that would clip, and shares it with the sun when it sells. What
 * it does not store is curtailed.
 *
 * An hour in which the house takes all that the inverter gives stores nothing of it. Only its own power limits what the
 * battery gives the house in such an hour, and what it takes from the grid.
 * @param inverterKw greatest AC power
 */
export function behindInverter(house: House, inverterKw: number, coupling: BatteryCoupling): House {
  const { loadKwh, pvKwh, gridLimits = NO_LIMITS } = house;
  const clipped = pvKwh.map((kwh) => Math.min(kwh, inverterKw));
  if (coupling === 'ac') return { ...house, pvKwh: clipped };
  const { importKw, exportKw } = gridLimits;
  const leftKw = loadKwh.map((kwh) => Math.max(0, inverterKw - kwh));
  return {
    ...house,
    pvKwh: pvKwh.map((kwh, t) => (leftKw[t] > 0 ? kwh : clipped[t])),
    gridLimits: {
      importKw,
      exportKw: exportKw.map((kw, t) => Math.min(kw, leftKw[t])),
    },
  };
}
