import { radians } from '#solar/sun-position.ts';
import { px, textAt } from '../charts/svg.ts';
import { modelBuilding, type Slope, type Surface } from './building.ts';
import { HOUSE_HEIGHT, HOUSE_WIDTH } from './size.ts';
import { type Point, sunPath } from './sun-path.ts';
import { chooseView, isSeen, pathOf, type View } from './view.ts';

export interface DrawnHouse {
  lat: number;
  /** Sides of the roof, the one that decides the view first. */
  slopes: readonly Slope[];
  /** Letters of north, east, south and west. */
  compass: readonly string[];
  /** Names of the two paths: that of June, and that of December. */
  months: readonly [june: string, december: string];
}

/** A point of the drawing, y downwards. */
type Paper = readonly [x: number, y: number];

/** Radius of the ground and of the sky above it, m: of one building, and for each more. */
const RADIUS = 12.5;
const MORE = 4;
/** Buildings that have space on it, in a row along the first one's ridge, and their distance, m. */
const MOST_BUILDINGS = 3;
const APART = 13;

/** Distance of the compass's letters from the middle of the ground, in its radii. */
const LETTERS = 1.2;
const SOUTH = 2;

/** Days of the solstices. */
const JUNE = 172;
const DECEMBER = 355;

/**
 * Draws a house on its ground as SVG text, without the frame: the sides of its roof with their panels at their tilt and
 * direction, and the paths of the sun on the longest and the shortest day, by their real angles. Classes for the style
 * sheet: house-ground, -letter, -front, -wall, -gable, -roof, -panels, -opening, sun-path, sun-disc.
 */
export function drawHouse({ lat, slopes, compass, months }: DrawnHouse): string {
  const view = chooseView(slopes[0].azimuth);
  const buildings = placeBuildings(slopes);
  const radius = RADIUS + MORE * (buildings.length - 1);
  const paths = [JUNE, DECEMBER].map((day) =>
    sunPath(lat, day).map(
      ([east, north, up]): Point => [east * radius, north * radius, up * radius],
    ),
  );
  const rim = Array.from({ length: 48 }, (_, at) => onRim(7.5 * at, radius));
  const put = fitInto(view, [
    ...rim,
    ...paths.flat(),
    ...buildings.flat().flatMap((one) => one.corners),
  ]);
  const line = (points: readonly Point[]) => pathOf(points.map(put));
  const sun = (isNear: boolean) =>
    paths.map((path) => {
      const parts = path.slice(1).flatMap((point, at) => {
        const isHere = view.nearness(point) + view.nearness(path[at]) >= 0 === isNear;
        return isHere ? [line([path[at], point])] : [];
      });
      return `<path class="sun-path" d="${parts.join('')}"/>`;
    });
  const nearnessOf = ([{ corners }]: Surface[]) => view.nearness(corners[0]);
  const far = buildings.toSorted((a, b) => nearnessOf(a) - nearnessOf(b));
  const letters = [0, 90, 180, 270].map((towards) => put(onRim(towards, LETTERS * radius)));
  const [{ azimuth }] = slopes;
  return [
    `<path class="house-ground" d="${line(rim)}Z"/>`,
    `<path class="house-front" d="${line([onRim(azimuth, 0.5 * radius), onRim(azimuth, 0.97 * radius)])}"/>`,
    ...sun(false),
    ...far
      .flat()
      .filter(({ corners }) => isSeen(view, corners))
      .map(
        ({ kind, corners, lines }) =>
          `<path class="house-${kind}" d="${line(corners)}Z${lines.map(line).join('')}"/>`,
      ),
    ...sun(true),
    ...letters.map(([x, y], at) =>
      textAt(x, y + 4, compass[at], `class="house-letter" text-anchor="middle"`),
    ),
    ...paths.flatMap((path, at) =>
      path.length > 0 ? drawNoon(put(path[path.length >> 1]), months[at], letters[SOUTH]) : [],
    ),
  ].join('');
}

/** A side that faces away from the first is the back of its building. Others have buildings of their own. */
function placeBuildings([front, ...others]: readonly Slope[]): Surface[][] {
  const back =
    others.find(({ azimuth }) => Math.cos(radians(azimuth - front.azimuth)) < -0.8) ?? null;
  const apart = others.filter((slope) => slope !== back).slice(0, MOST_BUILDINGS - 1);
  return [front, ...apart].map((slope, at) => {
    const along = APART * (apart.length / 2 - at);
    return modelBuilding(slope, at === 0 ? back : null, onRim(front.azimuth + 90, along));
  });
}

/** Height of a line of letters. */
const LINE = 16;

/** Draws the sun at noon with its month on the outer side, and on the inner one next to the letter of the south. */
function drawNoon([x, y]: Paper, month: string, [, southY]: Paper): string[] {
  const isLeft = x < HOUSE_WIDTH / 2 !== Math.abs(y - southY) < LINE;
  const [side, anchor] = isLeft ? [-11, 'end'] : [11, 'start'];
  return [
    `<circle class="sun-disc" cx="${px(x)}" cy="${px(y)}" r="6"/>`,
    textAt(x + side, y + 4, month, `class="house-letter" text-anchor="${anchor}"`),
  ];
}

function onRim(azimuth: number, radius: number): Point {
  return [radius * Math.sin(radians(azimuth)), radius * Math.cos(radians(azimuth)), 0];
}

/** Fits points into the drawing, with space for letters around them. */
function fitInto(view: View, points: readonly Point[]) {
  const flat = points.map(view.flat);
  const [xs, ys] = [flat.map(([x]) => x), flat.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((HOUSE_WIDTH - 44) / (right - left), (HOUSE_HEIGHT - 34) / (high - low));
  return (point: Point): Paper => {
    const [x, y] = view.flat(point);
    return [
      HOUSE_WIDTH / 2 + scale * (x - (left + right) / 2),
      HOUSE_HEIGHT - 22 - scale * (y - low),
    ];
  };
}
