/**
 * Round numbers from `min` to `max` for an axis, steps of 1, 2 or 5 times a power of ten, at
 * most `count` + 1 of them.
 */
export function ticks(min: number, max: number, count: number): number[] {
  const step = niceStep((max - min) / count);
  if (!(step > 0)) return [min];
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => round((first + i) * step, step));
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below a span; 0 for no span. */
export function niceStep(span: number): number {
  if (!(span > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(span) + 1e-9);
  const leading = span / power - 1e-9;
  const factor = [1, 2, 5].find((candidate) => candidate >= leading) ?? 10;
  return round(factor * power, power);
}

/** Decimals that tell multiples of a step apart. */
export function decimalsOf(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

function round(value: number, step: number): number {
  return Number(value.toFixed(decimalsOf(step)));
}
