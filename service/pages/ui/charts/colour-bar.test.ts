import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourBar } from './colour-bar.ts';

const scale = { stops: ['#000000', '#ffffff'], min: 0, max: 100 };

test('a colour bar runs from the first colour to the last, with round numbers at their places', () => {
  const svg = colourBar({ scale, unit: 'kWh', format: String }, 200);
  const fills = [...svg.matchAll(/<rect[^>]*fill="([^"]+)"/g)].map(([, fill]) => fill);
  assert.deepEqual([fills.length, fills[0] < fills[1], fills.at(-1)], [64, true, '#ffffff']);
  assert.match(svg, /<text x="100" [^>]*>50</);
  assert.match(svg, />kWh</);
});

test('a mark is at its value, and the unit does not overlap it', () => {
  const svg = colourBar(
    { scale, unit: 'kWh', format: String, marked: { value: 75, label: 'median 75' } },
    200,
  );
  assert.match(svg, /<path d="M150 15l/);
  assert.match(svg, /<text x="0" y="10" text-anchor="start"[^>]*>kWh</);
});
