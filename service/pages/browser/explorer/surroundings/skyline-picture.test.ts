import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawSkyline, readSky, skyX, skyY, topOf } from './skyline-picture.ts';

const TEXTS = {
  compass: ['N', 'E', 'S', 'W'] as const,
  days: { summer: '21 Jun', equinox: '20 Mar', winter: '21 Dec' },
};
const RIDGE = [0, 0, 0, 0, 5, 15, 25, 15, 5, 0, 0, 0];

test('a place of the picture is read as the direction and height that stand there', () => {
  for (const [direction, azimuth] of RIDGE.map((_, i) => [i, 30 * i])) {
    for (const height of [0, 7, 45, 60]) {
      const read = readSky(skyX(azimuth + 4), skyY(height, topOf(RIDGE)), RIDGE);
      assert.deepEqual(read, { direction, height });
    }
  }
  assert.equal(readSky(skyX(358), 10, RIDGE).direction, 0);
  assert.equal(readSky(skyX(0), 1e4, RIDGE).height, 0);
});

test('the land is one polygon that is closed along the level', () => {
  const [, points] = /<polygon points="([^"]+)"/.exec(drawSkyline(RIDGE, 59.3, TEXTS)) ?? [];
  const corners = points.split(' ').map((corner) => corner.split(',').map(Number));
  assert.equal(corners.length, RIDGE.length + 3);
  const [highest] = corners.toSorted(([, a], [, b]) => a - b);
  assert.ok(Math.abs(highest[0] - skyX(180)) < 0.1, 'the ridge stands in the south');
  const level = skyY(0, topOf(RIDGE));
  assert.deepEqual(
    corners.slice(-2).map(([, y]) => Math.abs(y - level) < 0.1),
    [true, true],
  );
});

test('in the polar night there is no way of the winter sun', () => {
  assert.equal(drawSkyline(RIDGE, 59.3, TEXTS).match(/<polyline/g)?.length, 3);
  assert.equal(drawSkyline(RIDGE, 68, TEXTS).match(/<polyline/g)?.length, 2);
});
