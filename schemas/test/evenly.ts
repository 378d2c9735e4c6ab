import fc from 'fast-check';

/** Numbers of two decimals, each as likely as any other. Of those of `fc.double` most are next to 0. */
export function evenly(min: number, max: number): fc.Arbitrary<number> {
  const hundredths = { min: Math.round(100 * min), max: Math.round(100 * max) };
  return fc.integer(hundredths).map((whole) => whole / 100);
}
