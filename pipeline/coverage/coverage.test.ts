import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { geoContains, geoDistance, geoInterpolate } from 'd3-geo';
import type { MultiPolygon } from 'geojson';
import { countries } from '#common/natural-earth.ts';
import { seededRandom } from '#common/seeded-random.ts';
import { bitAt, covers } from '../../schemas/codec/coverage-mask.ts';
import { EARTH_RADIUS_KM } from '../../schemas/codec/grid.ts';
import { swedenCoverage } from './coverage.ts';

interface Town {
  name: string;
  lat: number;
  lng: number;
}

const mask = swedenCoverage();

test('every town of the list is covered', () => {
  const file = new URL('../../fixtures/towns.json', import.meta.url);
  const towns: Town[] = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(towns.length, 107);
  for (const { name, lat, lng } of towns) assert.ok(covers(mask, lat, lng), name);
});

for (const [name, lat, lng] of [
  ['Sandhamn in the archipelago', 59.288, 18.917],
  ['Öckerö off Göteborg', 57.71, 11.65],
  ['Karesuando on the border river', 68.44, 22.48],
] as const) {
  test(`${name} is covered`, () => assert.ok(covers(mask, lat, lng)));
}

for (const [name, lat, lng] of [
  ['Oslo', 59.91, 10.75],
  ['Copenhagen', 55.676, 12.568],
  ['Helsingør', 56.03, 12.6],
  ['Tornio', 65.848, 24.35],
  ['Narvik', 68.44, 17.43],
  ['Mariehamn', 60.1, 19.94],
  ['Rønne', 55.1, 14.7],
] as const) {
  test(`${name} is not covered`, () => assert.ok(!covers(mask, lat, lng)));
}

test('the frame lies on multiples of its steps and every side of it is touched', () => {
  assert.equal(mask.west, Math.round(mask.west * 100) / 100);
  assert.equal(mask.south, Math.round(mask.south * 200) / 200);
  const rows = Array.from({ length: mask.rows }, (_, row) => row);
  const cols = Array.from({ length: mask.cols }, (_, col) => col);
  for (const row of [0, mask.rows - 1]) assert.ok(cols.some((col) => bitAt(mask, row, col)));
  for (const col of [0, mask.cols - 1]) assert.ok(rows.some((row) => bitAt(mask, row, col)));
});

test('a second run gives the same bits in well under a second of processor time', () => {
  const start = process.cpuUsage();
  assert.deepEqual(swedenCoverage(), mask);
  const { user, system } = process.cpuUsage(start);
  assert.ok(user + system < 1e6, `${(user + system) / 1e6} s`);
});

/** Norway, Finland, Denmark and Åland: all that comes within 15 km of Sweden. */
const NEIGHBOURS = ['578', '246', '208', '248'];
/** Twice the metric's stated error at 15 km, half of it for the 100 m steps along the edges. */
const UNDECIDED_KM = 0.016;

function outlines(ids: string[]): MultiPolygon[] {
  return countries().flatMap(({ id, outline }) => (ids.includes(id) ? [outline] : []));
}

/** Points at most 100 m apart along every edge. */
function densePoints(outline: MultiPolygon): [number, number][] {
  const points: [number, number][] = [];
  for (const ring of outline.coordinates.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [a, b] = [ring[i - 1], ring[i]].map(([lng, lat]): [number, number] => [lng, lat]);
      const count = Math.ceil((geoDistance(a, b) * EARTH_RADIUS_KM) / 0.1);
      for (let k = 0; k < count; k++) points.push(geoInterpolate(a, b)(k / count));
    }
  }
  return points;
}

function kmToNearest(points: [number, number][], centre: [number, number]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const point of points) {
    // 0.3° is 33 km: farther points cannot decide
    if (Math.abs(point[1] - centre[1]) > 0.3) continue;
    nearest = Math.min(nearest, geoDistance(point, centre));
  }
  return nearest * EARTH_RADIUS_KM;
}

/** A pixel's centre up to about 20 km from a point of the outline, so that the rule's edges count. */
function centreNear(at: [number, number], random: () => number): [number, number] {
  const lng = at[0] + (random() - 0.5) * 0.8;
  const lat = at[1] + (random() - 0.5) * 0.4;
  const row = Math.floor((lat - mask.south) / mask.latStepDeg);
  const col = Math.floor((lng - mask.west) / mask.lngStepDeg);
  return [mask.west + (col + 0.5) * mask.lngStepDeg, mask.south + (row + 0.5) * mask.latStepDeg];
}

test('the rule recomputed slowly with geoContains and geoDistance gives the same pixels', () => {
  const [sweden] = outlines(['752']);
  const neighbours = outlines(NEIGHBOURS);
  const points = densePoints(sweden);
  const random = seededRandom(2005);
  const tally = { inside: 0, always: 0, unclaimed: 0, foreign: 0, far: 0, undecided: 0 };
  for (let i = 0; i < 400; i++) {
    const centre = centreNear(points[Math.floor(random() * points.length)], random);
    const km = kmToNearest(points, centre);
    if (Math.abs(km - 2) < UNDECIDED_KM || Math.abs(km - 15) < UNDECIDED_KM) {
      tally.undecided++;
      continue;
    }
    const why = reason(centre, km);
    tally[why]++;
    const expected = why === 'inside' || why === 'always' || why === 'unclaimed';
    assert.equal(covers(mask, centre[1], centre[0]), expected, `${centre}: ${why}, ${km} km`);
  }
  assert.ok(tally.undecided <= 3, `${tally.undecided} pixels skipped`);
  for (const [why, count] of Object.entries(tally)) {
    if (why !== 'undecided') assert.ok(count >= 10, `only ${count} pixels are ${why}`);
  }

  function reason(centre: [number, number], km: number): keyof typeof tally {
    if (geoContains(sweden, centre)) return 'inside';
    if (km < 2) return 'always';
    if (km > 15) return 'far';
    return neighbours.some((outline) => geoContains(outline, centre)) ? 'foreign' : 'unclaimed';
  }
});
