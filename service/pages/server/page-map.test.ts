import assert from 'node:assert/strict';
import { test } from 'node:test';
import priceAreas from '../../../fixtures/market/price-areas.json' with { type: 'json' };
import { testArtifact } from '../../test/artifact.ts';
import { mapProjection } from '../ui/charts/map.ts';
import { drawMap } from '../ui/draw-map.ts';
import { pageMap } from './page-map.ts';

const LINES = Object.values(priceAreas.boundaries);

test('each cell of the grid is a byte: 0 for none, else its yield from lowest to highest', () => {
  const map = pageMap(testArtifact([5]), null);
  const bytes = [...Buffer.from(map.cells, 'base64')];
  assert.equal(bytes.length, 12);
  assert.equal(bytes[5], 0);
  assert.equal(bytes[0], 1);
  assert.equal(bytes[11], 255);
  assert.deepEqual([map.leastKwhKwp, map.mostKwhKwp], [300, 311]);
  // Place 3 yields 303 of 300 to 311.
  assert.equal(bytes[3], 1 + Math.round((254 * 3) / 11));
  assert.equal(map.areaBorders, '');
});

test('the borders of the price areas pass through their points to the edges', () => {
  const map = pageMap(testArtifact(), priceAreas.boundaries);
  const { x, y } = mapProjection(map.box, map.width);
  const lines = map.areaBorders.split('M').slice(1);
  assert.equal(lines.length, LINES.length);
  for (const [i, line] of LINES.entries()) {
    const points = lines[i].split('L').map((point) => point.split(' ').map(Number));
    assert.equal(points[0][0], 0);
    assert.equal(points.at(-1)?.[0], map.width);
    for (const [k, [lng, lat]] of line.entries()) {
      assert.ok(Math.hypot(points[k + 1][0] - x(lng), points[k + 1][1] - y(lat)) < 0.1);
    }
  }
});

test('the drawing has a label, a rectangle for each cell and no inline style', () => {
  const svg = drawMap(pageMap(testArtifact([5]), priceAreas.boundaries), 'Yield <1 "a"');
  assert.match(svg, /role="img" aria-label="Yield &lt;1 &quot;a&quot;"/);
  assert.doesNotMatch(svg, /style=|href|NaN|undefined/);
  // 11 cells of different yields, thus colours: each a rectangle.
  assert.equal(svg.match(/M[^"z]*z/g)?.length, 11);
});
