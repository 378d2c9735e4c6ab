import { radians } from '#solar/sun-position.ts';
import { px } from '../charts/svg.ts';
import type { Point } from './sun-path.ts';

/** A point of the drawing, y upwards. */
type Flat = readonly [x: number, y: number];

/** A parallel view of the scene from one side and above. */
export interface View {
  flat(point: Point): Flat;
  /** How much nearer than the middle of the scene a point is. */
  nearness(point: Point): number;
}

/** Height from which the scene is seen, degrees. */
const HEIGHT = radians(16);

/** Chooses a side from which panels are seen well: from the south, but for panels that face north. */
export function chooseView(azimuth: number): View {
  const isNorth = Math.cos(radians(azimuth)) > 0.3;
  const isEast = Math.sin(radians(azimuth)) > -0.1;
  const from = radians((isNorth ? 0 : 180) + (isEast === isNorth ? 30 : -30));
  const [sin, cos] = [Math.sin(from), Math.cos(from)];
  const nearness = ([east, north]: Point) => east * sin + north * cos;
  return {
    nearness,
    flat: (point) => [
      point[1] * sin - point[0] * cos,
      point[2] * Math.cos(HEIGHT) - nearness(point) * Math.sin(HEIGHT),
    ],
  };
}

/** Whether a polygon's outer side is seen: from there its corners are clockwise. */
export function isSeen(view: View, corners: readonly Point[]): boolean {
  const flat = corners.map(view.flat);
  const twice = flat.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = flat[(at + 1) % flat.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return twice < 0;
}

/** Writes a line through points as SVG path data, on paper whose y grows downwards. */
export function pathOf(points: readonly Flat[]): string {
  return points.map(([x, y], at) => `${at ? 'L' : 'M'}${px(x)} ${px(y)}`).join('');
}
