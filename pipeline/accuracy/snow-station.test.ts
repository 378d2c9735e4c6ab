/** Snow losses beside the author's own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stationPlanes } from './snow-station.ts';

test("the author's worked station, five planes of it, to the whole percent", () => {
  const planes = stationPlanes();
  assert.deepEqual(
    planes.map(({ tiltDeg }) => tiltDeg),
    [2, 5, 23, 52, 60],
  );
  for (const { tiltDeg, foundPct, publishedPct } of planes) {
    assert.deepEqual(foundPct.map(Math.round), publishedPct, `tilt ${tiltDeg}`);
  }
});
