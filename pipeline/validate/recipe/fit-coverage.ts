import { type BoundingBox, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { Recipe } from '../../../schemas/types.ts';
import type { Frame } from '../../coverage/dataset-frame.ts';
import { nearestPlace } from '../../coverage/nearest-place.ts';
import { checkCoverage } from '../../dataset/check-coverage.ts';
import { withInputs } from '../../dataset/dataset-inputs.ts';
import { cellsText, NO_SOURCE, type Survey, surveyRasters } from '../../dataset/survey.ts';
import type { Progress } from '../../files/progress.ts';
import { findClimateFiles } from '../../rasters/climate-rasters.ts';

/** As the recipe's schema has it. */
const MOST_FILL_KM = 100;
/** Rows and columns without data at the sides: more than this is no sea to fill. */
const MOST_RIM_DEG = 1;

/** A recipe after its rasters were looked at as a build would. */
export interface FittedRecipe {
  recipe: Recipe;
  cells: string;
  doubts: string[];
}

/** Findings of one look. */
interface Look {
  survey: Survey;
  frame: Frame;
  bare: Error | null;
}

/**
 * Looks at all rasters as a build would, and where the recipe's area lacks values fills the sea or takes
 * the part that has some.
 * @param folder that the recipe's paths count from
 * @throws Error as `make validate` would
 */
export async function fitCoverage(
  recipe: Recipe,
  folder: string,
  progress: Progress,
): Promise<FittedRecipe> {
  const first = await look(recipe, folder, progress);
  if (!first.bare) return { recipe, cells: cellsText(first.survey), doubts: [] };
  const { changed, doubts } = fitted(recipe, first);
  const second = await look(changed, folder, progress);
  if (second.bare) throw second.bare;
  return { recipe: changed, cells: cellsText(second.survey), doubts };
}

async function look(recipe: Recipe, folder: string, progress: Progress): Promise<Look> {
  const files = await findClimateFiles(recipe, folder);
  return withInputs(recipe, files, async (inputs) => {
    const { frame, sources } = inputs;
    const survey = await surveyRasters(inputs, (share) => progress('Looking at rasters', share));
    let bare: Error | null = null;
    if (!frame.isWhereData) {
      await checkCoverage(frame.mask, frame.grid, survey, sources).catch((error: Error) => {
        bare = error;
      });
    }
    return { survey, frame, bare };
  });
}

function fitted(recipe: Recipe, { survey, frame }: Look): { changed: Recipe; doubts: string[] } {
  const doubts: string[] = [];
  let { grid } = recipe;
  const box = cutBox(survey, frame);
  if (box) {
    grid = { ...grid, bbox: [box.west, box.south, box.east, box.north] };
    doubts.push(
      `Part of the area has no values: "bbox" takes ${box.west} to ${box.east} E, ${box.south} to ${box.north} N. Add rasters that reach farther (ERA5 beyond 65 N), and make the recipe anew, if more is wanted.`,
    );
  }
  const km = fillKm(survey, frame, box);
  if (km > 0) {
    doubts.push(
      `Some cells at the coast have no values: "fill_sea_km": ${km} gives them the nearest one's. If those are on land, look for holes in the rasters.`,
    );
  }
  return { changed: { ...recipe, grid, ...(km > 0 && { fill_sea_km: km }) }, doubts };
}

/** Where the values are, a cell within them; null where they reach all sides. */
function cutBox({ sourceOf }: Survey, { grid, needed }: Frame): BoundingBox | null {
  const all = boxOf(grid, (place) => needed[place] === 1);
  const found = boxOf(grid, (place) => sourceOf[place] !== NO_SOURCE);
  const step = grid.stepDeg;
  const round = (deg: number) => Math.round(deg * 1000) / 1000;
  const isCut = (a: number, b: number) => Math.abs(a - b) > MOST_RIM_DEG;
  const box = {
    west: isCut(found.west, all.west) ? round(found.west + step) : round(all.west - step),
    south: isCut(found.south, all.south) ? round(found.south + step) : round(all.south - step),
    east: isCut(found.east, all.east) ? round(found.east - step) : round(all.east + step),
    north: isCut(found.north, all.north) ? round(found.north - step) : round(all.north + step),
  };
  const sides = ['west', 'south', 'east', 'north'] as const;
  return sides.some((side) => isCut(found[side], all[side])) ? box : null;
}

function boxOf(grid: Frame['grid'], isIn: (place: number) => boolean): BoundingBox {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let place = 0; place < grid.rows * grid.cols; place++) {
    if (!isIn(place)) continue;
    const [lat, lng] = [
      latOfRow(grid, Math.floor(place / grid.cols)),
      lngOfCol(grid, place % grid.cols),
    ];
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return box;
}

/** As far as the farthest needed cell that can be filled is from one with values. */
function fillKm({ sourceOf }: Survey, { grid, needed }: Frame, within: BoundingBox | null): number {
  let farthest = 0;
  for (let place = 0; place < sourceOf.length; place++) {
    if (!needed[place] || sourceOf[place] !== NO_SOURCE) continue;
    const lat = latOfRow(grid, Math.floor(place / grid.cols));
    if (within && (lat > within.north || lat < within.south)) continue;
    const near = nearestPlace(grid, place, MOST_FILL_KM, (at) => sourceOf[at] !== NO_SOURCE);
    if (near) farthest = Math.max(farthest, near.km);
  }
  return Math.ceil(farthest);
}
