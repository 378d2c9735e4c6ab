import { HOURS } from '../../../../schemas/codec/axes.ts';
import type { AllowedFlows, Battery } from '../battery.ts';
import type { House, Prices } from '../house.ts';

/** Steps of the stored energy between floor and ceiling. */
const STEPS = 180;

/**
 * Least energy cost of a year by dynamic programming over a grid of stored energies (Bellman
 * 1957), SEK, from and to the floor or above it, at true prices and without caps or power charge. Knows
 * nothing of slopes or convexity: one hour may charge or discharge, never both. Above the true optimum by
 * the part that the grid cannot express.
 */
export function minCostOnGrid(
  house: House,
  prices: Prices,
  battery: Battery,
  flows: AllowedFlows,
): number {
  const { powerKw, floorKwh, ceilingKwh, efficiency } = battery;
  const stepKwh = (ceilingKwh - floorKwh) / STEPS;
  const max = Math.floor(powerKw / efficiency / stepKwh);
  let ahead = new Float64Array(STEPS + 1);
  const hourSek = new Float64Array(2 * max + 1);
  for (let t = HOURS - 1; t >= 0; t--) {
    const net = house.loadKwh[t] - house.pvKwh[t];
    for (let move = -max; move <= max; move++) {
      const stored = move * stepKwh;
      const acKwh = stored > 0 ? stored / efficiency : stored * efficiency;
      const kwh = net + acKwh;
      const allowed = isAllowed(acKwh, net, powerKw, flows);
      const sekPerKwh = kwh > 0 ? prices.importSekPerKwh[t] : prices.exportSekPerKwh[t];
      hourSek[move + max] = allowed ? kwh * sekPerKwh : Infinity;
    }
    const now = new Float64Array(STEPS + 1).fill(Infinity);
    for (let level = 0; level <= STEPS; level++) {
      const highest = Math.min(max, STEPS - level);
      for (let move = Math.max(-max, -level); move <= highest; move++) {
        const sek = hourSek[move + max] + ahead[level + move];
        if (sek < now[level]) now[level] = sek;
      }
    }
    ahead = now;
  }
  return ahead[0];
}

function isAllowed(acKwh: number, net: number, powerKw: number, flows: AllowedFlows): boolean {
  if (Math.abs(acKwh) > powerKw) return false;
  if (acKwh < 0) return flows.batteryExport || -acKwh <= net;
  if (acKwh === 0) return true;
  if (net < 0 && !flows.surplusCharge) return false;
  return flows.gridCharge !== 'never' || acKwh <= -net;
}
