import type { CappedHours } from './capped-hours.ts';

/**
 * Walks hours `to`-1 down to `from` and notes the least stored energy from which all later caps can be held.
 * @param needKwh gets the need at each hour's start; `needKwh[to]`, the need at the end, is given
 * @returns the need at `from`; infinite when no level suffices
 */
export function fillNeed(
  hours: CappedHours,
  from: number,
  to: number,
  needKwh: Float64Array,
): number {
  const { netKwh, chargeLimitKwh, capKw } = hours;
  const { powerKw, floorKwh, ceilingKwh, efficiency } = hours.battery;
  let need = needKwh[to];
  for (let t = to - 1; t >= from; t--) {
    const room = capKw[t] - netKwh[t];
    if (room < 0) {
      if (-room > powerKw) return Infinity;
      need -= room / efficiency;
      if (need > ceilingKwh) return Infinity;
    } else if (need > floorKwh) {
      const limit = chargeLimitKwh[t];
      need -= efficiency * (limit < room ? limit : room);
      if (need < floorKwh) need = floorKwh;
    }
    needKwh[t] = need;
  }
  return need;
}
