import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '#engine/statistics.ts';
import { modelBuilding } from './building.ts';
import { drawHouse } from './draw-house.ts';
import { type Point, sunPath } from './sun-path.ts';
import { chooseView, isSeen } from './view.ts';

const DEGREES = 180 / Math.PI;
const heightOf = ([, , up]: Point) => Math.asin(up) * DEGREES;
const azimuthOf = ([east, north]: Point) => (Math.atan2(east, north) * DEGREES + 360) % 360;

const NAMES = { compass: ['N', 'E', 'S', 'W'], months: ['June', 'Dec'] } as const;

/** Obliquity of the ecliptic, degrees: the sun's declination at the solstices. */
const OBLIQUITY = 23.44;

test('the noon sun of the solstices is as high as latitude and obliquity say, due south', () => {
  for (const lat of [55.4, 59.33, 65.6])
    for (const [day, height] of [
      [172, 90 - lat + OBLIQUITY],
      [355, 90 - lat - OBLIQUITY],
    ]) {
      const path = sunPath(lat, day);
      const noon = path[path.length >> 1];
      assert.ok(Math.abs(heightOf(noon) - height) < 0.06, `${lat}, day ${day}: ${heightOf(noon)}`);
      assert.ok(Math.abs(azimuthOf(noon) - 180) < 1e-6);
    }
});

test('the sun rises where cos azimuth = sin declination / cos latitude says, sets in its mirror, and at Kiruna does not', () => {
  const path = sunPath(59.33, 172);
  const [rise, setting] = [path[0], path[path.length - 1]];
  const expected = Math.acos(Math.sin(OBLIQUITY / DEGREES) / Math.cos(59.33 / DEGREES)) * DEGREES;
  assert.ok(Math.abs(heightOf(rise)) < 1e-6);
  assert.ok(Math.abs(azimuthOf(rise) - expected) < 0.2, `${azimuthOf(rise)}, expected ${expected}`);
  assert.ok(Math.abs(azimuthOf(rise) + azimuthOf(setting) - 360) < 1e-6);
  assert.deepEqual(sunPath(67.86, 355), []);
  assert.ok(sunPath(67.86, 172).every((point) => heightOf(point) > 0));
});

test('each slope has its tilt and direction, its panels lie on it, and are seen from the side that is chosen', () => {
  for (const tilt of [5, 27, 45, 70])
    for (let azimuth = 0; azimuth < 360; azimuth += 15)
      for (const panels of [1, 13, 23, 200]) {
        const surfaces = modelBuilding({ tilt, azimuth, panels }, null, [0, 0, 0]);
        for (const { corners } of surfaces.filter(({ kind }) => kind === 'panels')) {
          const [, , up] = normalOf(corners);
          assert.ok(Math.abs(Math.acos(up) * DEGREES - tilt) < 1e-6, `${tilt}`);
          const turned = Math.abs(azimuthOf(normalOf(corners)) - azimuth);
          assert.ok(Math.min(turned, 360 - turned) < 1e-6, `${azimuth}`);
          assert.ok(isSeen(chooseView(azimuth), corners), `${tilt} ${azimuth}`);
        }
      }
});

test('a panel is a field between lines, whatever their number', () => {
  for (const panels of [1, 7, 13, 23, 40, 200]) {
    const surfaces = modelBuilding({ tilt: 30, azimuth: 180, panels }, null, [0, 0, 0]);
    const fields = surfaces.filter(({ kind }) => kind === 'panels');
    const drawn = fields.map(({ lines, corners }) => {
      const upright = lines.filter(([from, to]) => to[2] - from[2] > 1e-9).length;
      assert.equal(corners.length, 4);
      return (1 + upright) * (1 + lines.length - upright);
    });
    assert.equal(sum(drawn), panels);
  }
});

test('a drawing is finite and stays in its frame, for ten sides and at both ends of the country', () => {
  const slopes = Array.from({ length: 10 }, (_, at) => ({
    tilt: 9 * at,
    azimuth: 36 * at,
    panels: 5,
  }));
  for (const lat of [55.3, 69.1]) {
    const picture = drawHouse({ lat, slopes, ...NAMES });
    assert.doesNotMatch(picture, /NaN|Infinity/);
    const points = [...picture.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [+x, +y]);
    for (const [x, y] of points) assert.ok(x >= 0 && x <= 340 && y >= 0 && y <= 176, `${x} ${y}`);
  }
});

test('no letter, month or sun is on another, whatever the latitude and direction', () => {
  for (let lat = 55.4; lat < 69; lat += 0.4)
    for (let azimuth = 0; azimuth < 360; azimuth += 15) {
      const slopes = [{ tilt: 30, azimuth, panels: 20 }];
      const boxes = listBoxes(drawHouse({ lat, slopes, ...NAMES }));
      assert.ok(boxes.length >= 6);
      for (const [at, one] of boxes.entries())
        for (const other of boxes.slice(at + 1)) {
          const isApart =
            one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top;
          assert.ok(isApart, `${one.name} and ${other.name} at ${lat}, facing ${azimuth}`);
        }
    }
});

/** Lists the boxes of a drawing's texts, whose letters are at most 7.6 wide and 16 high, and of its suns. */
function listBoxes(picture: string) {
  const texts = picture.matchAll(/<text x="(.+?)" y="(.+?)" .*?anchor="(.+?)">(.+?)</g);
  const suns = picture.matchAll(/<circle .*?cx="(.+?)" cy="(.+?)" r="(.+?)"/g);
  const shares: Record<string, number> = { start: 0, middle: 0.5, end: 1 };
  return [
    ...Array.from(texts, ([, x, y, anchor, name]) => {
      const left = Number(x) - shares[anchor] * 7.6 * name.length;
      return {
        ...{ name, left, right: left + 7.6 * name.length },
        ...{ top: Number(y) - 12.5, bottom: Number(y) + 3.5 },
      };
    }),
    ...Array.from(suns, ([, x, y, r]) => {
      const [left, right, top, bottom] = [+x - +r, +x + +r, +y - +r, +y + +r];
      return { name: 'a sun', left, right, top, bottom };
    }),
  ];
}

/** Outward normal of corners that are clockwise from outside. */
function normalOf([a, b, c]: readonly Point[]): Point {
  const [u, v] = [b, c].map((to) => to.map((value, at) => value - a[at]));
  const cross: Point = [
    v[1] * u[2] - v[2] * u[1],
    v[2] * u[0] - v[0] * u[2],
    v[0] * u[1] - v[1] * u[0],
  ];
  const length = Math.hypot(...cross);
  return [cross[0] / length, cross[1] / length, cross[2] / length];
}
