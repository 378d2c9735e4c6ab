import { escapeText } from '#common/charts/svg.ts';
import type { Room } from './import-graph.ts';

const WIDTH = 250;
const HEIGHT = 46;
const GAP = 24;
const FLOOR = 96;
const MARGIN = 16;

interface Point {
  x: number;
  y: number;
}

/** Floors of rooms as boxes, with an arrow from each room to those that it imports from. @returns SVG */
export function drawRooms(
  floors: readonly (readonly Room[])[],
  purposes: Readonly<Record<string, string>>,
): string {
  const widest = Math.max(...floors.map((floor) => floor.length));
  const width = widest * (WIDTH + GAP) - GAP + 2 * MARGIN;
  const height = floors.length * FLOOR - (FLOOR - HEIGHT) + 2 * MARGIN;
  const places = new Map<string, Point>();
  for (const [level, floor] of floors.entries()) {
    const left = (width - floor.length * (WIDTH + GAP) + GAP) / 2;
    for (const [i, { path }] of floor.entries()) {
      places.set(path, { x: left + i * (WIDTH + GAP), y: MARGIN + level * FLOOR });
    }
  }
  const rooms = floors.flat();
  const arrows = rooms.flatMap(({ path, imports }) =>
    imports.map((target) => drawArrow(placeOf(places, path), placeOf(places, target))),
  );
  const boxes = rooms.map(({ path }) => drawBox(placeOf(places, path), path, purposes[path]));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="Rooms of the project; arrows lead to what a room imports" font-family="system-ui, sans-serif">
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#5b6b7b"/></marker></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
${arrows.join('\n')}
${boxes.join('\n')}
</svg>
`;
}

function placeOf(places: ReadonlyMap<string, Point>, path: string): Point {
  const place = places.get(path);
  if (!place) throw new Error(`The map has no room ${path}.`);
  return place;
}

/** Arrow from the bottom of a box to the top of one below it. */
function drawArrow(from: Point, to: Point): string {
  const line = `M${from.x + WIDTH / 2} ${from.y + HEIGHT}L${to.x + WIDTH / 2} ${to.y}`;
  return `<path d="${line}" stroke="#5b6b7b" fill="none" marker-end="url(#tip)"/>`;
}

function drawBox({ x, y }: Point, path: string, purpose: string): string {
  const middle = x + WIDTH / 2;
  return `<rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6" fill="#f4f7fa" stroke="#33475b"/>
<text x="${middle}" y="${y + 19}" text-anchor="middle" font-size="14" font-weight="600" fill="#1d2329">${escapeText(path)}</text>
<text x="${middle}" y="${y + 36}" text-anchor="middle" font-size="11" fill="#3c4956">${escapeText(purpose)}</text>`;
}
