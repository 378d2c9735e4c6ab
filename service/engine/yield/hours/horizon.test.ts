/** Skies that horizons leave, by closed forms of walls, valleys and rings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { radians } from '#solar/sun-position.ts';
import { hiddenSky, horizonHeight, horizonOf, openShare } from './horizon.ts';
import { valleyHorizon, wallHorizon } from './horizon-shapes.test-kit.ts';

const toDegrees = (rad: number) => (rad * 180) / Math.PI;

const skyOf = (heightsDeg: number[], tiltDeg: number, azimuthDeg: number) =>
  (1 + Math.cos(radians(tiltDeg))) / 2 -
  hiddenSky(horizonOf(heightsDeg), radians(tiltDeg), radians(azimuthDeg));

test('a ring leaves a flat plane the square of its cosine', () => {
  for (const height of [0, 1, 10, 30, 60, 90]) {
    const found = skyOf(Array(8).fill(height), 0, 0);
    assert.ok(Math.abs(found - Math.cos(radians(height)) ** 2) < 1e-12, `${height}: ${found}`);
  }
});

test('a wall before a plane is the sky that so much more tilt would take', () => {
  for (const azimuth of [0, 100, 180]) {
    for (const tilt of [0, 25, 60, 90]) {
      for (const height of [5, 20, 45, 80]) {
        const found = skyOf(wallHorizon(azimuth, height), tilt, azimuth);
        const expected = (1 + Math.cos(radians(tilt + height))) / 2;
        assert.ok(Math.abs(found - expected) < 2e-4, `${tilt} ${height}: ${found} ${expected}`);
      }
    }
  }
});

test('a wall behind a plane counts where it is higher than the plane itself', () => {
  for (const tilt of [10, 40, 75]) {
    for (const height of [5, 30, 60, 85]) {
      const found = skyOf(wallHorizon(0, height), tilt, 180);
      const over = Math.max(0, height - tilt);
      const expected = (Math.cos(radians(tilt)) + Math.cos(radians(over))) / 2;
      assert.ok(Math.abs(found - expected) < 2e-4, `${tilt} ${height}: ${found} ${expected}`);
    }
  }
});

test('a valley leaves a flat plane the cosine of its sides', () => {
  for (const height of [5, 20, 45, 80]) {
    const found = skyOf(valleyHorizon(height), 0, 0);
    assert.ok(Math.abs(found - Math.cos(radians(height))) < 2e-4, `${height}: ${found}`);
  }
});

test('all of the sky is open to any plane in the plain, and nothing of it in a well', () => {
  for (const tilt of [0, 40, 90]) {
    assert.equal(openShare(horizonOf(Array(8).fill(0)), radians(tilt), 1), 1);
    assert.ok(Math.abs(openShare(horizonOf(Array(8).fill(90)), radians(tilt), 1)) < 1e-4);
  }
});

test('heights go from north by way of east, and straight between two directions, also across north', () => {
  const { heightsRad } = horizonOf([0, 10, 20, 30, 40, 15, 25, 5]);
  const at = (azimuthDeg: number) => toDegrees(horizonHeight(heightsRad, azimuthDeg / 360));
  const expected = [
    [0, 0],
    [45, 10],
    [90, 20],
    [180, 40],
    [270, 25],
    [315, 5],
    [22.5, 5],
    [202.5, 27.5],
    [337.5, 2.5],
    [360, 0],
  ];
  for (const [azimuth, height] of expected) assert.ok(Math.abs(at(azimuth) - height) < 1e-9);
});
