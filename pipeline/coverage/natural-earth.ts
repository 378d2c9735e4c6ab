import { createRequire } from 'node:module';
import { extent } from 'd3-array';
import { geoArea } from 'd3-geo';
import type { Geometry, MultiPolygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { BoundingBox } from '../../schemas/codec/grid.ts';

const require = createRequire(import.meta.url);

/** 1:10m for masks and large maps, 1:50m for small drawings. */
export type Scale = '10m' | '50m';

/** A country of Natural Earth: its ISO 3166-1 numeric code ('' if none), English name and outline. */
export interface Country {
  id: string;
  name: string;
  outline: MultiPolygon;
}

/** The countries of Natural Earth (4.1, package world-atlas) at a scale, wound clockwise for d3-geo. */
export function countries(scale: Scale = '10m'): Country[] {
  const topology: Topology<{ countries: GeometryCollection<{ name: string }> }> = require(
    `world-atlas/countries-${scale}.json`,
  );
  return feature(topology, topology.objects.countries).features.map(
    ({ id, properties, geometry }) => ({
      id: String(id ?? ''),
      name: properties.name,
      outline: multiPolygon([geometry]),
    }),
  );
}

/** The land of Natural Earth 1:10m (4.1, package world-atlas), wound clockwise for d3-geo. */
export function land(): MultiPolygon {
  const topology: Topology<{ land: GeometryCollection }> = require('world-atlas/land-10m.json');
  return multiPolygon(feature(topology, topology.objects.land).features.map((f) => f.geometry));
}

/**
 * The polygons whose bounding box meets a box. Islets that the file's rounding has squeezed flat are
 * left out: it has wound some the wrong way, and such a ring covers the rest of the globe.
 */
export function polygonsReaching(outline: MultiPolygon, box: BoundingBox): MultiPolygon {
  const coordinates = outline.coordinates.filter(
    (polygon) =>
      mayReach(polygon, box) && geoArea({ type: 'Polygon', coordinates: polygon }) < 2 * Math.PI,
  );
  return { type: 'MultiPolygon', coordinates };
}

/** The smallest box around the vertices of an outline that does not cross the antimeridian. */
export function boxOf(outline: MultiPolygon): BoundingBox {
  const points = outline.coordinates.flatMap(([outer]) => outer);
  const [west = 180, east = -180] = extent(points, ([lng]) => lng);
  const [south = 90, north = -90] = extent(points, ([, lat]) => lat);
  return { west, south, east, north };
}

function mayReach(polygon: Position[][], box: BoundingBox): boolean {
  const around = boxOf({ type: 'MultiPolygon', coordinates: [polygon] });
  return (
    around.west <= box.east &&
    around.east >= box.west &&
    around.south <= box.north &&
    around.north >= box.south
  );
}

function multiPolygon(geometries: Geometry[]): MultiPolygon {
  const coordinates = geometries.flatMap((geometry) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates];
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  });
  return { type: 'MultiPolygon', coordinates };
}
