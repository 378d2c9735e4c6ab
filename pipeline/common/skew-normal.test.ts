import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skewNormalQuantiles } from './skew-normal.ts';

const SHARES = [0.01, 0.1, 0.25, 0.5, 0.9];

/** SciPy 1.x, scipy.stats.skewnorm.ppf with location and scale for mean 0 and deviation 1. */
const SCIPY: [number, number[]][] = [
  [-0.6, [-2.7458, -1.3493, -0.6073, 0.1147, 1.1815]],
  [0, [-2.3263, -1.2816, -0.6745, 0, 1.2816]],
  [0.3, [-2.1247, -1.2368, -0.6932, -0.0529, 1.3103]],
  [0.5, [-1.9742, -1.2012, -0.7073, -0.0928, 1.3354]],
  [0.705, [-1.7888, -1.1595, -0.728, -0.1389, 1.3641]],
  [0.95, [-1.4454, -1.1086, -0.7799, -0.1953, 1.3987]],
];

test('the quantiles are those of SciPy', () => {
  for (const [skewness, expected] of SCIPY) {
    skewNormalQuantiles(skewness, SHARES).forEach((found, i) => {
      assert.ok(Math.abs(found - expected[i]) < 5e-4, `${skewness}: ${found} ${expected[i]}`);
    });
  }
});

test('the law has the mean, deviation and skewness that were asked for', () => {
  const shares = Array.from({ length: 20_000 }, (_, i) => (i + 0.5) / 20_000);
  for (const skewness of [-0.9, 0.4, 0.9]) {
    const values = skewNormalQuantiles(skewness, shares);
    const moment = (power: number) =>
      values.reduce((sum, value) => sum + value ** power, 0) / values.length;
    assert.ok(Math.abs(moment(1)) < 1e-3);
    assert.ok(Math.abs(moment(2) - 1) < 2e-3);
    assert.ok(Math.abs(moment(3) - skewness) < 6e-3, `${moment(3)}`);
  }
});
