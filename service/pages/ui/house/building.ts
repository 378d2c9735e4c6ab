import { radians } from '#solar/sun-position.ts';
import type { Point } from './sun-path.ts';

/** A side of a roof with its panels. */
export interface Slope {
  /** Degrees from flat. */
  tilt: number;
  /** Compass degrees. */
  azimuth: number;
  panels: number;
}

/** A surface of a building, its corners clockwise as seen from outside. */
export interface Surface {
  kind: 'wall' | 'gable' | 'roof' | 'panels' | 'opening';
  corners: Point[];
  /** Lines across it, each from one end to the other. */
  lines: [Point, Point][];
}

/** Lengths in m: ridge, wall, the roof's run on each side, and the longest slope. */
const RIDGE = 12;
const WALL = 2.7;
const RUN = 4.2;
const LONGEST = 7;
const LEAST_RUN = 0.4;

/** A panel with its gap, and the free border of a roof, m. */
const PANEL = { width: 1.16, height: 1.76 };
const BORDER = 0.35;

/** A place on the building: along the ridge, ahead of it where the front slope faces, up. */
type Local = (along: number, ahead: number, up: number) => Point;

/**
 * Models a gabled house whose front slope is a side of the roof, and whose back may be another.
 * @param middle where it stands
 */
export function modelBuilding(front: Slope, back: Slope | null, middle: Point): Surface[] {
  const run = Math.max(LEAST_RUN, Math.min(RUN, LONGEST * Math.cos(radians(front.tilt))));
  const rise = Math.min(LONGEST, run * Math.tan(radians(Math.min(front.tilt, 89))));
  const behind = back ? Math.min(9, Math.max(1, rise / Math.tan(radians(back.tilt)))) : RUN;
  const ridge = WALL + rise;
  const at = placeAt(front.azimuth, middle);
  const turned: Local = (along, ahead, up) => at(-along, -ahead, up);
  return [
    ...modelSide(at, run, behind, ridge),
    ...modelSide(turned, behind, run, ridge),
    ...panelsOn(at, front.panels, run, rise),
    ...(back ? panelsOn(turned, back.panels, behind, rise) : []),
  ];
}

function placeAt(azimuth: number, [east, north]: Point): Local {
  const [sin, cos] = [Math.sin(radians(azimuth)), Math.cos(radians(azimuth))];
  return (along, ahead, up) => [
    east + along * cos + ahead * sin,
    north + ahead * cos - along * sin,
    up,
  ];
}

/** Models one half: the wall below a slope, the slope, and the gable at its right end. */
function modelSide(at: Local, ahead: number, behind: number, ridge: number): Surface[] {
  const half = RIDGE / 2;
  const surface = (kind: Surface['kind'], ...corners: Point[]) => ({ kind, corners, lines: [] });
  const upright = (kind: 'wall' | 'opening', from: number, to: number, low: number, high: number) =>
    surface(
      kind,
      at(from, ahead, low),
      at(to, ahead, low),
      at(to, ahead, high),
      at(from, ahead, high),
    );
  return [
    upright('wall', -half, half, 0, WALL),
    surface(
      'gable',
      at(half, ahead, 0),
      at(half, -behind, 0),
      at(half, -behind, WALL),
      at(half, 0, ridge),
      at(half, ahead, WALL),
    ),
    surface(
      'roof',
      at(-half, ahead, WALL),
      at(half, ahead, WALL),
      at(half, 0, ridge),
      at(-half, 0, ridge),
    ),
    upright('opening', -0.6, 0.6, 0, 2.1),
    upright('opening', -4.2, -2.6, 0.9, 2),
    upright('opening', 2.6, 4.2, 0.9, 2),
  ];
}

/** A place on a slope: from -1 to 1 along the ridge, from 0 at the eave to 1 at the ridge. */
type OnSlope = (share: number, up: number) => Point;

/** Lays panels in rows, as large as they fit, at most at their own size. The last row may have fewer. */
function panelsOn(side: Local, panels: number, run: number, rise: number): Surface[] {
  const at: OnSlope = (share, up) => side((RIDGE / 2) * share, run * (1 - up), WALL + rise * up);
  const length = Math.hypot(run, rise);
  const { rows, scale } = layRows(panels, length);
  const perRow = Math.ceil(panels / rows);
  const [width, height] = [(2 * scale * PANEL.width) / RIDGE, (scale * PANEL.height) / length];
  const low = (1 - rows * height) / 2;
  const full = Math.floor(panels / perRow);
  const field = (count: number, from: number, lines: number): Surface[] =>
    count > 0 && lines > 0 ? [fieldOf(at, count, lines, width, height, low + from * height)] : [];
  return [...field(perRow, 0, full), ...field(panels - full * perRow, full, 1)];
}

/** Chooses how many rows let the panels be largest. */
function layRows(panels: number, length: number): { rows: number; scale: number } {
  let best = { rows: 1, scale: 0 };
  for (let rows = 1; rows <= panels; rows++) {
    const wide = (RIDGE - 2 * BORDER) / (Math.ceil(panels / rows) * PANEL.width);
    const scale = Math.min(1, wide, (length - 2 * BORDER) / (rows * PANEL.height));
    if (scale > best.scale) best = { rows, scale };
  }
  return best;
}

function fieldOf(
  at: OnSlope,
  count: number,
  rows: number,
  width: number,
  height: number,
  low: number,
): Surface {
  const [half, high] = [(count * width) / 2, low + rows * height];
  const columns = Array.from({ length: count - 1 }, (_, i) => (i + 1) * width - half);
  const levels = Array.from({ length: rows - 1 }, (_, i) => low + (i + 1) * height);
  return {
    kind: 'panels',
    corners: [at(-half, low), at(half, low), at(half, high), at(-half, high)],
    lines: [
      ...columns.map((share): [Point, Point] => [at(share, low), at(share, high)]),
      ...levels.map((up): [Point, Point] => [at(-half, up), at(half, up)]),
    ],
  };
}
