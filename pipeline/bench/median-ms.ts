import { median } from 'd3-array';

/** Median time of a function's runs after some that warm it up, ms. */
export function medianMs(run: () => void, warmUp: number, runs: number): number {
  for (let i = 0; i < warmUp; i++) run();
  const times = Array.from({ length: runs }, () => {
    const beganMs = performance.now();
    run();
    return performance.now() - beganMs;
  });
  return median(times) ?? Number.NaN;
}
