import type { BoundingBox } from '../../../schemas/codec/grid.ts';

/**
 * A map on which degrees of latitude are longer than degrees of longitude by 1 / cos of the middle
 * latitude (equirectangular, true to scale there): the cells stay rectangles, and the country keeps
 * its shape. x grows to the east from 0, y to the south from 0.
 */
export interface MapProjection {
  box: BoundingBox;
  width: number;
  height: number;
  x(lng: number): number;
  y(lat: number): number;
  lng(x: number): number;
  lat(y: number): number;
}

/** The projection that fits a box into a width. */
export function mapProjection(box: BoundingBox, width: number): MapProjection {
  const { west, south, east, north } = box;
  const perLng = width / (east - west);
  const perLat = perLng / Math.cos((((south + north) / 2) * Math.PI) / 180);
  return {
    box,
    width,
    height: (north - south) * perLat,
    x: (lng) => (lng - west) * perLng,
    y: (lat) => (north - lat) * perLat,
    lng: (x) => west + x / perLng,
    lat: (y) => north - y / perLat,
  };
}
