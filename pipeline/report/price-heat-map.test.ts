import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceHeatMap } from './price-heat-map.ts';

/** Prices that rise by 0.001 each hour of the table, from 0.1. */
const rising = Float64Array.from({ length: 288 }, (_, i) => 0.1 + 0.001 * i);

test('each area has 288 fields and its mean, lowest and highest with their places', () => {
  const svg = priceHeatMap([
    { name: 'SE1', sekPerKwh: rising },
    { name: 'SE<4', sekPerKwh: rising.map((v) => v + 0.5) },
  ]);
  // the colour bar has 64 fields more
  assert.equal(svg.match(/<rect/g)?.length, 2 * 288 + 64);
  assert.ok(svg.includes('SE1: mean 0.24, from 0.10 (Jan 0:00) to 0.39 (Dec 23:00)'));
  assert.ok(svg.includes('SE&lt;4: mean 0.74'));
});

test('a price that rounds to zero has no minus', () => {
  const svg = priceHeatMap([{ name: 'A', sekPerKwh: rising.map((v) => v - 0.1001) }]);
  assert.ok(svg.includes('from 0.00 (Jan 0:00)'));
});

test('areas share one scale: its ends are the dearest of all, and zero or the cheapest below it', () => {
  const svg = priceHeatMap([
    { name: 'A', sekPerKwh: new Float64Array(288).fill(1) },
    { name: 'B', sekPerKwh: Float64Array.from({ length: 288 }, (_, i) => (i === 0 ? -0.2 : 0.5)) },
  ]);
  // A is at the top of the scale, the light end of magma; B's first hour at the dark one
  assert.ok((svg.match(/#fcfdbf/g)?.length ?? 0) >= 288);
  assert.ok((svg.match(/#180f3e/g)?.length ?? 0) >= 1);
});
