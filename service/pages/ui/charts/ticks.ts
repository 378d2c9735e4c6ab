/** Lists round values of a stretch, about `count`: those of d3-array, which would be 1 kB in a script. */
export function ticks(least: number, most: number, count: number): number[] {
  if (least === most) return [least];
  const power = Math.floor(Math.log10((most - least) / count));
  const ratio = (most - least) / count / 10 ** power;
  const factor = ratio ** 2 < 2 ? 1 : ratio ** 2 < 10 ? 2 : ratio ** 2 < 50 ? 5 : 10;
  // A quotient is the nearest number to a fraction, a product is not.
  const valueAt = (i: number) =>
    power < 0 ? i / (10 ** -power / factor) : i * 10 ** power * factor;
  const values: number[] = [];
  for (let i = Math.floor(least / valueAt(1)); valueAt(i) <= most; i++)
    if (valueAt(i) >= least) values.push(valueAt(i));
  return values;
}
