import { lineFrom, px, textAt } from '#common/charts/svg.ts';
import { computeSunPath, type SkyPoint, SUN_DAYS } from './sun-path.ts';

/** Sizes of the picture; a degree of azimuth is one wide. */
const LEFT = 34;
const TOP = 8;
const SKY_HEIGHT = 150;
const FOOT = 22;
export const WIDTH = LEFT + 360 + 10;
export const HEIGHT = TOP + SKY_HEIGHT + FOOT;

/** The sun is never higher in Sweden. */
const LEAST_TOP_DEG = 60;

/** The picture's highest height, degrees. */
export function topOf(heights: readonly number[]): number {
  return Math.max(LEAST_TOP_DEG, ...heights);
}

/** Places of the picture. */
export const skyX = (azimuth: number) => LEFT + azimuth;
export const skyY = (height: number, top: number) => TOP + SKY_HEIGHT * (1 - height / top);

/** Reads the direction and height at a place of the picture. */
export function readSky(
  x: number,
  y: number,
  heights: readonly number[],
): { direction: number; height: number } {
  const { length } = heights;
  const turn = Math.round(((x - LEFT) / 360) * length);
  const height = topOf(heights) * (1 - (y - TOP) / SKY_HEIGHT);
  return {
    direction: ((turn % length) + length) % length,
    height: Math.round(Math.min(90, Math.max(0, height))),
  };
}

/** Texts in the picture. */
export interface SkylineTexts {
  /** North, east, south, west, in short. */
  compass: readonly [string, string, string, string];
  /** The days of the sun's ways. */
  days: Record<(typeof SUN_DAYS)[number][0], string>;
}

/** Draws the horizon as a skyline from north to north, with the sun's ways at the solstices and equinoxes, as SVG text. */
export function drawSkyline(
  heights: readonly number[],
  lat: number,
  { compass, days }: SkylineTexts,
): string {
  const top = topOf(heights);
  const ways = SUN_DAYS.map(([day, declination]) =>
    drawWay(computeSunPath(lat, declination), days[day], top),
  );
  return [...drawAxes(top, compass), ...ways, drawLand(heights, top)].join('\n');
}

function drawAxes(top: number, [north, ...others]: SkylineTexts['compass']): string[] {
  const lines = Array.from({ length: Math.floor(top / 15) + 1 }, (_, i) => 15 * i);
  return [
    ...lines.flatMap((height) => [
      lineFrom(LEFT, skyY(height, top), LEFT + 360, skyY(height, top), 'stroke-opacity=".15"'),
      textAt(LEFT - 8, skyY(height, top) + 4, `${height}°`, 'text-anchor="end"'),
    ]),
    ...[north, ...others, north].map((name, i) =>
      textAt(skyX(90 * i), HEIGHT - 4, name, 'text-anchor="middle"'),
    ),
  ];
}

/** The land is a polygon from north to north. */
function drawLand(heights: readonly number[], top: number): string {
  const points = [...heights, heights[0]].map((height, i) =>
    place({ azimuth: (360 * i) / heights.length, height }, top),
  );
  const [right, left] = [360, 0].map((azimuth) => place({ azimuth, height: 0 }, top));
  return `<polygon points="${[...points, right, left].join(' ')}" fill="currentColor" fill-opacity=".3" stroke="currentColor"/>`;
}

/** A way with the name of its day at its highest point. */
function drawWay(parts: SkyPoint[][], name: string, top: number): string {
  const lines = parts.map(
    (part) =>
      `<polyline points="${part.map((point) => place(point, top)).join(' ')}" fill="none" stroke="currentColor" stroke-dasharray="3 2"/>`,
  );
  const noon = parts.flat().reduce((most, { height }) => Math.max(most, height), 0);
  const text = textAt(skyX(180), skyY(noon, top) - 3, name, 'text-anchor="middle"');
  return parts.length > 0 ? lines.join('') + text : '';
}

function place({ azimuth, height }: SkyPoint, top: number): string {
  return `${px(skyX(azimuth))},${px(skyY(height, top))}`;
}
