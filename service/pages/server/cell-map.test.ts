import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellMap, mapGround } from './cell-map.ts';

const grid = { stepDeg: 0.25, firstRow: 237, firstCol: 71, rows: 2, cols: 3 };
const places = { grid, cellIndex: Int32Array.of(0, 1, 2, 3, 4, 5) };
const caption = { title: 'T', subtitle: 's', description: 'd' };
const legend = { svg: '<g id="legend"/>', height: 20 };
const colourOfCell = () => '#123456';
const content = { id: 'm', caption, colourOfCell, labels: [], legend, number: String };

test('the map holds all cells whole: half a cell around the outermost centres', () => {
  const { projection } = mapGround(places, true, 324);
  assert.deepEqual(projection.box, { west: 17.625, east: 18.375, south: 59.125, north: 59.625 });
  assert.equal(projection.width, 300);
});

test('at home the cells are drawn pale, and in full colour inside the country', () => {
  const svg = cellMap(mapGround(places, true, 324), content);
  assert.match(svg, /<g opacity="\.3"><g id="m-cells">/);
  assert.match(svg, /<use href="#m-cells" clip-path="url\(#m-home\)"\/>/);
  assert.ok(svg.includes(legend.svg));
  const abroad = cellMap(mapGround(places, false, 324), content);
  assert.doesNotMatch(abroad, /<use|opacity="\.3"/);
});

test('names are written away from the nearer edge, escaped', () => {
  const labels = [
    { lat: 59.3, lng: 17.7, text: 'West <' },
    { lat: 59.3, lng: 18.3, text: 'East' },
  ];
  const svg = cellMap(mapGround(places, true, 324), { ...content, labels });
  assert.match(svg, /text-anchor="start"[^>]*>West &lt;</);
  assert.match(svg, /text-anchor="end"[^>]*>East</);
});

test('a grid without cells is refused', () => {
  const none = { grid, cellIndex: new Int32Array(6).fill(-1) };
  assert.throws(() => mapGround(none, true, 324), /at least one cell/);
});
