import { MONTHS } from '../../schemas/codec/axes.ts';
import { NO_TEMPERATURE } from '../../schemas/codec/prices-artifact.ts';

/** Temperatures [cell][month] in °C as prices.bin has them, in 0.1 °C; a cell with an unknown month is unknown as a whole. */
export function roundTemperatures(temperatureC: Float32Array): Int16Array {
  return Int16Array.from(temperatureC, (celsius, at) => {
    const first = at - (at % MONTHS);
    const isUnknown = temperatureC.subarray(first, first + MONTHS).some(Number.isNaN);
    return isUnknown ? NO_TEMPERATURE : Math.round(10 * celsius);
  });
}
