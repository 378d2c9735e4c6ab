import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bin } from 'd3-array';
import { histogram } from './histogram.ts';

const caption = { title: 'T', subtitle: 's', description: 'd' };
const axis = { label: 'value', format: String };

/** Heights of the bars. */
function heights(svg: string): number[] {
  return [...svg.matchAll(/<rect[^>]* height="([^"]+)"/g)].map(([, height]) => Number(height));
}

test('the heights of the bars are in proportion to the counts', () => {
  const values = [5, 20, 0, 10].flatMap((count, i) => Array(count).fill(-0.8 + i * 0.5));
  const middles: number[] = [];
  const colourOfBin = (middle: number) => {
    middles.push(middle);
    return '#abcdef';
  };
  const svg = histogram(caption, bin().thresholds(4)(values), axis, colourOfBin, 400);
  const [first, ...rest] = heights(svg);
  assert.deepEqual(
    rest.map((height) => height / first),
    [4, 0, 2],
  );
  assert.deepEqual(middles, [-0.75, -0.25, 0.25, 0.75]);
});

test('a single value is one bar, named on the axis', () => {
  const svg = histogram(caption, bin()(Array(7).fill(0)), axis, () => '#abcdef', 400);
  assert.equal(heights(svg).length, 1);
  assert.match(svg, />0<\/text>\n<text[^>]*>value</);
});
