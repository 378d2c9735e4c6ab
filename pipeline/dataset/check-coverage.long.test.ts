import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fillPolygons } from '../../fixtures/coverage/polygon-mask.ts';
import { bitAt, emptyMask } from '../../schemas/codec/coverage-mask.ts';
import { latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import { PROJECT } from '../../schemas/project.ts';
import { datasetDomain } from '../coverage/dataset-domain.ts';
import { countries, polygonsReaching } from '../coverage/natural-earth.ts';
import { loadRecipe } from '../files/recipe.ts';
import { checkCoverage } from './check-coverage.ts';
import { expectedGhiKwhM2 } from './checks/plausibility.ts';
import { ghiSource } from './dataset.test-kit.ts';
import { chooseSources } from './source-choice.ts';

const { recipe } = loadRecipe(join(PROJECT, 'fixtures', 'real-sources', 'recipe.json'));
const domain = datasetDomain(recipe);
const isLand = landCentres();

/** Whether each cell's centre lies in some country: PVGIS has no values elsewhere. */
function landCentres(): (lat: number, lng: number) => boolean {
  const box = { west: 9, south: 54, east: 26, north: 71 };
  const lattice = { west: 9, south: 54, lngStepDeg: 0.01, latStepDeg: 0.005 };
  const land = emptyMask({ ...lattice, cols: 1700, rows: 3400 });
  const coordinates = countries().flatMap(({ outline }) => outline.coordinates);
  fillPolygons(land, polygonsReaching({ type: 'MultiPolygon', coordinates }, box));
  return (lat, lng) => bitAt(land, Math.floor((lat - 54) / 0.005), Math.floor((lng - 9) / 0.01));
}

const { grid } = domain;
const landSource = ghiSource('RADDB-SARAH3', grid, (month, row, col) => {
  const lat = latOfRow(grid, row);
  return isLand(lat, lngOfCol(grid, col)) ? expectedGhiKwhM2(lat)[month] : Number.NaN;
});

function check(fillSeaKm: number): void {
  const sources = [landSource];
  const changed = { ...recipe, fill_sea_km: fillSeaKm };
  const inputs = { recipe: changed, domain, sources, interannual: null };
  checkCoverage(domain.mask, domain.grid, chooseSources(inputs), sources);
}

test('the recipe for PVGIS fills the sea far enough for every skerry of Sweden', () => {
  assert.ok(recipe.fill_sea_km);
  check(recipe.fill_sea_km);
});

test('the distance that the message offers reaches every place, and a kilometre less does not', () => {
  let offered = 0;
  assert.throws(
    () => check(0),
    ({ message }: Error) => {
      offered = Number(/"fill_sea_km": (\d+) in the recipe reaches all of them/.exec(message)?.[1]);
      return /^The GHI rasters do not cover the area: .* of the covered area/.test(message);
    },
  );
  check(offered);
  assert.throws(
    () => check(offered - 1),
    new RegExp(`first at 58\\.2\\d N 19\\.\\d\\d E.*"fill_sea_km": ${offered} in the recipe`),
  );
});
