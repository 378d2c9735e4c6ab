import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AreaPrices, priceHeatMaps } from './price-heat-map.ts';
import { REPORT_WORDS } from './words.ts';

const drawingsOf = (areas: AreaPrices[]) => priceHeatMaps(areas, REPORT_WORDS.en);

/** Prices that rise by 0.001 each hour of the table, from 0.1. */
const rising = Float64Array.from({ length: 288 }, (_, i) => 0.1 + 0.001 * i);

test('each area is a drawing of 288 fields with its mean, lowest and highest and their places', () => {
  const drawings = drawingsOf([
    { name: 'SE1', sekPerKwh: rising },
    { name: 'SE<4', sekPerKwh: rising.map((v) => v + 0.5) },
  ]);
  assert.equal(drawings.length, 2);
  // the colour bar has 64 fields more
  for (const svg of drawings) assert.equal(svg.match(/<rect/g)?.length, 288 + 64);
  assert.ok(drawings[0].includes('SE1: mean 0.24 SEK/kWh'));
  assert.ok(drawings[0].includes('from 0.10 (Jan 0:00) to 0.39 (Dec 23:00)'));
  assert.ok(drawings[1].includes('SE&lt;4: mean 0.74'));
});

test('a price that rounds to zero has no minus', () => {
  const [svg] = drawingsOf([{ name: 'A', sekPerKwh: rising.map((v) => v - 0.1001) }]);
  assert.ok(svg.includes('from 0.00 (Jan 0:00)'));
});

test('areas share one scale: its ends are the dearest of all, and zero or the cheapest below it', () => {
  const [dear, mixed] = drawingsOf([
    { name: 'A', sekPerKwh: new Float64Array(288).fill(1) },
    { name: 'B', sekPerKwh: Float64Array.from({ length: 288 }, (_, i) => (i === 0 ? -0.2 : 0.5)) },
  ]);
  // A is at the top of the scale, the light end of magma; B's first hour at the dark one
  assert.ok((dear.match(/#fcfdbf/g)?.length ?? 0) >= 288);
  assert.ok((mixed.match(/#fcfdbf/g)?.length ?? 0) <= 1);
  // once in the bar and once in the field
  assert.equal(mixed.match(/#180f3e/g)?.length, (dear.match(/#180f3e/g)?.length ?? 0) + 1);
});
