import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawRangeBars } from './range-bars.ts';

test('the band is drawn on one scale, from end to end', () => {
  const picture = drawRangeBars(
    [
      { name: 'all', ends: [1000, 3000], kind: 'bar-all' },
      { name: 'less', ends: [2500, 1500], kind: 'bar-driver' },
    ],
    2000,
    String,
    'a "band"',
  );
  const rects = [...picture.matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)"/g)];
  const [[, x, width], [, lessX, lessWidth]] = rects.map((match) => match.map(Number));
  assert.deepEqual([x, width], [4, 432]);
  assert.deepEqual([lessX, lessWidth], [4 + 432 / 4, 432 / 2]);
  assert.match(picture, /aria-label="a &quot;band&quot;"/);
  assert.match(picture, />1500 – 2500</);
});
