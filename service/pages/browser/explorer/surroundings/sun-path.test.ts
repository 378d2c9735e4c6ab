import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeSunPath, OBLIQUITY_DEG, placeSun } from './sun-path.ts';

const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9, `${a}, expected ${b}`);

test('at noon the sun stands in the south, as high as the latitude leaves it', () => {
  for (const lat of [55.4, 59.33, 66]) {
    for (const declination of [-OBLIQUITY_DEG, 0, OBLIQUITY_DEG]) {
      const { azimuth, height } = placeSun(lat, declination, 0);
      near(azimuth, 180);
      near(height, 90 - lat + declination);
    }
  }
});

test('at the equinoxes it rises in the east and sets in the west, at six', () => {
  const [rise, set] = [placeSun(59.33, 0, -90), placeSun(59.33, 0, 90)];
  near(rise.azimuth, 90);
  near(set.azimuth, 270);
  near(rise.height, 0);
});

test('its azimuth at sunrise is that of the closed form', () => {
  // cos(azimuth) = sin(declination) / cos(latitude), at the hour angle whose cosine is -tan tan.
  const rad = Math.PI / 180;
  const lat = 59.33;
  const hour = Math.acos(-Math.tan(lat * rad) * Math.tan(OBLIQUITY_DEG * rad)) / rad;
  const { azimuth, height } = placeSun(lat, OBLIQUITY_DEG, -hour);
  near(height, 0);
  near(azimuth, Math.acos(Math.sin(OBLIQUITY_DEG * rad) / Math.cos(lat * rad)) / rad);
});

test('a way is whole under the midnight sun, one arc in a day, and none in the polar night', () => {
  const [summer] = computeSunPath(68, OBLIQUITY_DEG);
  near(summer[0].azimuth % 360, 0);
  assert.equal(computeSunPath(68, OBLIQUITY_DEG).length, 1);
  assert.equal(computeSunPath(59.33, OBLIQUITY_DEG).length, 1);
  assert.deepEqual(computeSunPath(68, -OBLIQUITY_DEG), []);
});
