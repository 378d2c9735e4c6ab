import type { Placement } from '../../raster.ts';

/** The GeoTIFF tags that place the pixels (OGC 19-008r4, section 7.1 and annex B). */
export interface PlacementTags {
  pixelScale: ArrayLike<number> | undefined;
  tiepoint: ArrayLike<number> | undefined;
  transformation: ArrayLike<number> | undefined;
}

/** The GeoKeys read here, as geotiff.js names them. */
export interface GeoKeys {
  GTModelTypeGeoKey?: unknown;
  GTRasterTypeGeoKey?: unknown;
  ProjectedCSTypeGeoKey?: unknown;
  GeographicTypeGeoKey?: unknown;
}

const PIXEL_IS_POINT = 2;
const MODEL_TYPE_PROJECTED = 1;
const USER_DEFINED = 32767;

/**
 * The placement from the tags. With PixelIsPoint the tags give pixel centres, so the corner lies
 * half a pixel before. A negative pixel scale in y means south-up, as the standard has it (GDAL
 * ignores that sign). Throws without a georeference and on a rotated or sheared one.
 */
export function placementOf(tags: PlacementTags, keys: GeoKeys | null, name: string): Placement {
  const placed = tags.transformation
    ? fromTransformation(tags.transformation, name)
    : fromScale(tags, name);
  const { xEdge, yEdge, xStep, yStep } = placed;
  if (!Number.isFinite(xEdge / xStep) || !Number.isFinite(yEdge / yStep)) {
    throw new Error(
      `${name}: the pixel size is ${xStep} by ${yStep}; place it with gdal_translate.`,
    );
  }
  if (keys?.GTRasterTypeGeoKey !== PIXEL_IS_POINT) return placed;
  return { xStep, yStep, xEdge: xEdge - xStep / 2, yEdge: yEdge - yStep / 2 };
}

function fromTransformation(matrix: ArrayLike<number>, name: string): Placement {
  const [xStep, xShear, , xEdge, yShear, yStep, , yEdge] = Array.from(matrix);
  const tolerance = 1e-9 * Math.min(Math.abs(xStep), Math.abs(yStep));
  if (!(Math.abs(xShear) <= tolerance && Math.abs(yShear) <= tolerance)) {
    throw new Error(
      `${name}: the raster is rotated or sheared; make it upright with: gdalwarp in.tif out.tif`,
    );
  }
  return { xEdge, yEdge, xStep, yStep };
}

function fromScale({ pixelScale, tiepoint }: PlacementTags, name: string): Placement {
  if (!pixelScale || !tiepoint) {
    throw new Error(
      `${name}: found no pixel size and tie point, and no world file (.tfw) beside it; place it with: gdal_translate -a_srs EPSG:4326 -a_ullr WEST NORTH EAST SOUTH in.tif out.tif (its outer corners)`,
    );
  }
  const [col, row, , x, y] = Array.from(tiepoint);
  const xStep = pixelScale[0];
  const yStep = -pixelScale[1];
  return { xEdge: x - col * xStep, yEdge: y - row * yStep, xStep, yStep };
}

/**
 * `EPSG:n` from the GeoKeys. A projected file also carries the geographic code it is based on,
 * which must not be taken for its own.
 * @param beside what a .prj says, for a file that names no code
 */
export function crsOf(keys: GeoKeys | null, name: string, beside?: string): string {
  const projected = keys?.GTModelTypeGeoKey === MODEL_TYPE_PROJECTED;
  const code = projected ? keys?.ProjectedCSTypeGeoKey : keys?.GeographicTypeGeoKey;
  if (typeof code !== 'number' || code === 0 || code === USER_DEFINED) {
    if (beside) return beside;
    const found = code === USER_DEFINED ? 'a coordinate system of its own' : 'no coordinate system';
    throw new Error(`${name}: found ${found} in the GeoKeys; set "crs" for it (EPSG:n or proj4).`);
  }
  return `EPSG:${code}`;
}
