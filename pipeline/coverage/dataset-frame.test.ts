import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitAt, type CoverageMask, covers } from '../../schemas/codec/coverage-mask.ts';
import { EARTH_RADIUS_KM } from '../../schemas/codec/grid.ts';
import type { RecipeGrid } from '../../schemas/types.ts';
import { swedenCoverage } from './coverage.ts';
import { datasetFrame } from './dataset-frame.ts';

function frameOf(countries: string[], grid: Partial<RecipeGrid> = {}) {
  return datasetFrame({ grid: { step_deg: 0.25, coverage: { countries }, ...grid } });
}

/** Area of the set pixels in km2. */
function areaKm2(mask: CoverageMask): number {
  const radians = Math.PI / 180;
  let area = 0;
  for (let row = 0; row < mask.rows; row++) {
    const south = (mask.south + row * mask.latStepDeg) * radians;
    const strip = Math.sin(south + mask.latStepDeg * radians) - Math.sin(south);
    for (let col = 0; col < mask.cols; col++) if (bitAt(mask, row, col)) area += strip;
  }
  return area * mask.lngStepDeg * radians * EARTH_RADIUS_KM ** 2;
}

const bbox = [-6, 41, 16, 56];
const france = frameOf(['FR', 'DE'], { bbox });

for (const [place, lat, lng, isIn] of [
  ['Paris', 48.857, 2.352, true],
  ['Berlin', 52.52, 13.405, true],
  ['Ajaccio on Corsica', 41.927, 8.737, true],
  ['Ouessant off Brittany', 48.458, -5.096, true],
  ['Helgoland', 54.182, 7.886, true],
  ['Kehl on the Rhine between both', 48.573, 7.815, true],
  ['London', 51.507, -0.128, false],
  ['Brussels', 50.847, 4.352, false],
  ['Prague', 50.088, 14.421, false],
  ['Bern', 46.948, 7.447, false],
  ['Dover', 51.129, 1.308, false],
  ['the middle of the Strait of Dover', 51.02, 1.4, false],
  ['the Bay of Biscay', 46, -5, false],
] as const) {
  test(`France and Germany: ${place} is ${isIn ? 'covered' : 'not'}`, () => {
    assert.equal(covers(france.mask, lat, lng), isIn);
  });
}

test('a strait of 4 km parts two countries, an enclave is its own', () => {
  const denmark = frameOf(['DK'], { bbox: [7, 54, 16, 58] });
  assert.equal(denmark.coverage, 'Denmark');
  assert.ok(covers(denmark.mask, 56.034, 12.61), 'Helsingør');
  assert.ok(!covers(denmark.mask, 56.046, 12.74), 'Helsingborg');
  const italy = frameOf(['IT'], { bbox: [11, 41, 14, 45] });
  assert.ok(!covers(italy.mask, 43.936, 12.452), 'San Marino, 7 km wide');
  const kosovo = frameOf(['XK']);
  assert.ok(covers(kosovo.mask, 42.663, 21.162) && !covers(kosovo.mask, 43.32, 21.9));
});

test('without a sea, the area is the published one and the 2 km along the border', () => {
  // Federal Statistical Office: 41 285 km2 and 1 935 km of border
  const area = areaKm2(frameOf(['CH']).mask);
  assert.ok(area > 41_285 * 1.01 && area < 41_285 + 2 * 1935, `${area} km2`);
});

test('the code of Sweden gives the mask and name of Sweden', () => {
  const { mask, coverage } = frameOf(['SE']);
  assert.deepEqual({ ...mask, coverage }, { ...swedenCoverage(), coverage: 'Sweden' });
});

test('many countries are called by the recipe, or by their codes', () => {
  const small = ['LI', 'AT', 'CH', 'SI', 'HU', 'SK'];
  const grid = { bbox: [9, 46, 10, 48] };
  assert.equal(frameOf(small, grid).coverage, `6 countries: ${small.join(', ')}`);
  assert.equal(frameOf(['LI', 'CH'], grid).coverage, 'Liechtenstein, Switzerland');
  const coverage = { countries: small, name: 'the Alps' };
  assert.equal(datasetFrame({ grid: { step_deg: 0.25, coverage, ...grid } }).coverage, 'the Alps');
});

test('parts overseas and the antimeridian are refused until a bbox leaves them out', () => {
  assert.throws(() => frameOf(['FR']), /reaches over -6\d.*Limit it by "grid\.bbox"/);
  assert.throws(() => frameOf(['RU']), /Limit it by "grid\.bbox"/);
  const { mask } = frameOf(['RU'], { bbox: [19, 54, 23, 56] });
  assert.ok(covers(mask, 54.71, 20.51) && !covers(mask, 54.69, 25.28), 'Kaliningrad, not Vilnius');
  // Its outline ends on the antimeridian at 65, 69 and 71 N, half the globe from here.
  assert.throws(() => frameOf(['RU'], { bbox: [-12, 60, 20, 72] }), /no place in Russia/);
});

test('a box without a place in the countries is named with them', () => {
  const far = { bbox: [0, 10, 1, 11] };
  assert.throws(
    () => frameOf(['FR', 'DE'], far),
    /bbox 0, 10, 1, 11 .* no place in France, Germany/,
  );
});
