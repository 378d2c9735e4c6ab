/**
 * Uniform numbers between 0 and 1 from a 32-bit linear congruential generator (x <- 1664525 x +
 * 1013904223): the same on every machine.
 */
export function lcgUniforms(seed: number, count: number): Float64Array {
  const uniforms = new Float64Array(count);
  let x = seed;
  for (let i = 0; i < count; i++) {
    x = (Math.imul(1664525, x) + 1013904223) >>> 0;
    uniforms[i] = (x + 0.5) / 2 ** 32;
  }
  return uniforms;
}

/** Quantile of the normal distribution, as Aguiar & Collares-Pereira 1992 (Sol. Energy 49:167) approximate it. */
export function normalQuantile(u: number): number {
  return (u ** 0.135 - (1 - u) ** 0.135) / 0.1975;
}
