import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MONTH_START } from '../../schemas/codec/axes.ts';
import { lcgUniforms, monthQuantiles, normalQuantile } from './fixed-order.ts';

test('the generator and the normal quantile, worked examples', () => {
  const uniforms = Array.from(lcgUniforms(1, 3), (u) => u.toFixed(8));
  assert.deepEqual(uniforms, ['0.23645553', '0.36927067', '0.50424203']);
  assert.equal(normalQuantile(0.1).toFixed(5), '-1.28128');
  assert.equal(normalQuantile(0.5), 0);
});

test('each month of hours has each of its ranks once', () => {
  const quantiles = monthQuantiles(7, 0.5, 24);
  for (let month = 0; month < 12; month++) {
    const own = quantiles.slice(MONTH_START[month], MONTH_START[month + 1]).sort();
    own.forEach((u, rank) => {
      assert.ok(Math.abs(u - (rank + 0.5) / own.length) < 1e-12, `${month} ${rank}`);
    });
  }
});

test('the correlation with the previous number is the given one', () => {
  for (const lag1 of [0, 0.5, 0.9]) {
    const off = monthQuantiles(7, lag1, 24).map(normalQuantile);
    const square = off.reduce((sum, value) => sum + value ** 2, 0);
    const product = off.reduce((sum, value, t) => sum + value * (off[t - 1] ?? 0), 0);
    assert.ok(Math.abs(product / square - lag1) < 0.03, `${lag1}: ${product / square}`);
  }
});
