import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatMap, heatMapHeight } from './heat-map.ts';

const scale = { stops: ['#000000', '#ffffff'], min: 0, max: 3 };
const table = {
  rows: ['a', 'b<'],
  cols: ['x', 'y'],
  values: Float64Array.of(0, 3, Number.NaN, 3),
  scale,
  format: (value: number) => `v${value}`,
};
const sizes = { colWidth: 20, rowHeight: 10, left: 30 };

test('a heat map has a field per value at its place, and a dash where there is none', () => {
  const svg = heatMap(table, sizes);
  const fields = svg.match(/<rect[^>]*\/>/g) ?? [];
  assert.equal(fields.length, 3);
  assert.ok(fields[0].includes('x="30" y="14"') && fields[0].includes('#000000'));
  assert.ok(fields[2].includes('x="50" y="24"') && fields[2].includes('#ffffff'));
  assert.equal(svg.match(/<path/g)?.length, 1);
  assert.equal(heatMapHeight(table, sizes), 34);
});

test('names and numbers are written, light on dark and dark on light, escaped', () => {
  const svg = heatMap(table, sizes);
  assert.ok(svg.includes('fill="#ffffff">v0</text>') && svg.includes('fill="#000000">v3</text>'));
  assert.ok(svg.includes('>b&lt;</text>'));
  const { format: _, ...plain } = table;
  assert.ok(!heatMap(plain, sizes).includes('v3'));
});
