import { MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import { lowerCaps } from './cap-rules.ts';
import { findLevel, shapeOf } from './cap-shape.ts';
import type { CappedHours } from './capped-hours.ts';

/** Caps each month at what the house by itself is billed for. */
export function capOwnPeaks(hours: CappedHours, power: readonly PowerComponent[]): void {
  for (const { hourFactor } of power) {
    const shape = shapeOf(hourFactor);
    for (let month = 0; month < MONTHS; month++) {
      const stretch = { from: MONTH_START[month], to: MONTH_START[month + 1] };
      lowerCaps(hours.capKw, shape, findLevel(shape, hours.netKwh, stretch), stretch);
    }
  }
}
