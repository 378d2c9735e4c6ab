import { geoIdentity, geoPath } from 'd3-geo';
import type { MultiPolygon, Position } from 'geojson';
import {
  countries,
  polygonsReaching,
  type Scale,
} from '../../../pipeline/coverage/natural-earth.ts';
import type { MapProjection } from '../ui/charts/map.ts';

/** Country outlines as SVG path data in a map's coordinates. */
export interface Outlines {
  /** The dataset's own country, empty when it has none. */
  home: string;
  /** All other countries that reach the map. */
  others: string;
}

/** ISO 3166-1 numeric code. */
const SWEDEN = '752';
/** Vertices nearer than this to the previous one are left out. Rings smaller than this too. */
const LEAST_PX = 0.5;
/** The clip reaches this far outside the map, so that its edge is not visible. */
const MARGIN_PX = 10;

/** The outlines of Natural Earth that reach a map. */
export function outlinesOn(
  projection: MapProjection,
  homeIsSweden: boolean,
  scale: Scale = '10m',
): Outlines {
  const all = countries(scale).map((country) => ({
    isHome: homeIsSweden && country.id === SWEDEN,
    outline: polygonsReaching(country.outline, projection.box),
  }));
  const pathOf = (isHome: boolean) => {
    const parts = all.filter((country) => country.isHome === isHome);
    const coordinates = parts.flatMap(({ outline }) => outline.coordinates);
    return outlinePath({ type: 'MultiPolygon', coordinates }, projection);
  };
  return { home: pathOf(true), others: pathOf(false) };
}

/** An outline as SVG path data, clipped just outside the map and thinned to its resolution. */
export function outlinePath(outline: MultiPolygon, projection: MapProjection): string {
  const coordinates = outline.coordinates
    .map((rings) =>
      rings.map((ring) => thinned(ring, projection)).filter((ring) => ring.length > 3),
    )
    .filter((rings) => rings.length > 0);
  const { width, height } = projection;
  const clip = geoIdentity().clipExtent([
    [-MARGIN_PX, -MARGIN_PX],
    [width + MARGIN_PX, height + MARGIN_PX],
  ]);
  return geoPath(clip).digits(1)({ type: 'MultiPolygon', coordinates }) ?? '';
}

/** Longitudes continue past 180° where a ring crosses the antimeridian, so that it does not cross the map. */
function thinned(ring: Position[], { x, y }: MapProjection): Position[] {
  const points: Position[] = [];
  let before = ring[0][0];
  for (const [lng, lat] of ring) {
    before = lng - 360 * Math.round((lng - before) / 360);
    const point = [x(before), y(lat)];
    const last = points.at(-1);
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= LEAST_PX) points.push(point);
  }
  return points.length > 0 ? [...points, points[0]] : points;
}
