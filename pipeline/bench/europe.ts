import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monthlyGhiExtraKwhM2 } from '#common/solar/diffuse-fraction.ts';
import { radians } from '#common/solar/sun-position.ts';
import type { Recipe, RecipeGrid } from '../../schemas/types.ts';
import { type Field, smallRecipe, writeMonths } from '../dataset/dataset.test-kit.ts';

/** From Portugal to the Urals' foot. */
const BBOX = [-12, 34, 42, 72];
/** The countries of Europe in that box, without Russia. */
const COUNTRIES =
  'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM TR UA VA XK';

/** Land and sea of the whole box. */
export function wholeBox(stepDeg: number): RecipeGrid {
  return { step_deg: stepDeg, bbox: BBOX, coverage: 'data' };
}

/** Countries with their coasts. */
export function countriesOfEurope(stepDeg: number): RecipeGrid {
  const coverage = { countries: COUNTRIES.split(' '), name: 'Europe' };
  return { step_deg: stepDeg, bbox: BBOX, coverage };
}

/**
 * Writes the recipe of a Europe of made-up monthly fields of clearness 0.5, and its rasters.
 * @returns path of the recipe
 */
export function writeEurope(folder: string, grid: RecipeGrid): string {
  const [west, south, east, north] = BBOX;
  const { step_deg: stepDeg } = grid;
  const byLatitude = new Map<number, Float64Array>();
  const field =
    (month: number): Field =>
    (lat) => {
      const h0 = byLatitude.get(lat) ?? monthlyGhiExtraKwhM2(radians(lat));
      byLatitude.set(lat, h0);
      return 0.5 * h0[month];
    };
  const pixels = (deg: number) => Math.round(deg / stepDeg) + 1;
  const frame = { west, north, stepDeg, cols: pixels(east - west), rows: pixels(north - south) };
  writeMonths(folder, 'ghi', field, frame);
  return writeRecipe(folder, { ...smallRecipe(), grid });
}

/** Writes a recipe into a folder and gives its path. */
export function writeRecipe(folder: string, recipe: Recipe): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'recipe.json');
  writeFileSync(path, JSON.stringify(recipe));
  return path;
}
