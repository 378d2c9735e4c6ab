import type { Placement } from '../raster.ts';

/** Reads a file next to a raster: by an ending put behind its name, or in place of its own. Undefined if there is none. */
export interface SideFiles {
  behind(ending: string): Promise<string | undefined>;
  instead(endings: readonly string[]): Promise<string | undefined>;
}

const WORLD_FILES = ['.tfw', '.tifw', '.tiffw', '.wld'];

/**
 * Place of the pixels by a world file (six numbers: size in x, two turns, size in y, and the centre of the first pixel).
 * @returns undefined without one
 * @throws Error for one that is damaged, or of a rotated raster
 */
export async function worldFilePlacement(
  beside: SideFiles,
  name: string,
): Promise<Placement | undefined> {
  const text = await beside.instead(WORLD_FILES);
  if (text === undefined) return undefined;
  const numbers = text.trim().split(/\s+/).map(Number);
  const [xStep, yTurn, xTurn, yStep, x, y] = numbers;
  if (numbers.length !== 6 || !numbers.every(Number.isFinite) || xStep === 0 || yStep === 0) {
    throw new Error(
      `${name}: the world file (.tfw) next to it is not six numbers. Fetch it again.`,
    );
  }
  if (xTurn !== 0 || yTurn !== 0) {
    throw new Error(
      `${name}: by the world file (.tfw) next to it the raster is rotated. Make it upright with: gdalwarp in.tif out.tif`,
    );
  }
  return { xStep, yStep, xEdge: x - xStep / 2, yEdge: y - yStep / 2 };
}

/**
 * The coordinate system that a .prj next to a raster states: WKT, or ArcInfo's older words for degrees and UTM.
 * @returns undefined without one
 */
export async function crsBeside(beside: SideFiles, name: string): Promise<string | undefined> {
  const text = (await beside.instead(['.prj']))?.trim();
  if (!text) return undefined;
  if (/^(PROJC|GEOGC|GEODC|COMPD|BOUND|EPSG:|\+proj)/i.test(text)) return text;
  if (/^projection\s+geographic/im.test(text)) return 'EPSG:4326';
  const zone = /^projection\s+utm[\s\S]*^zone\s+(\d+)/im.exec(text)?.[1];
  if (zone) return `+proj=utm +zone=${zone} +datum=WGS84 +units=m +no_defs`;
  throw new Error(
    `${name}: the .prj next to it says ${JSON.stringify(text.slice(0, 40))}, which is not read. Give the EPSG code or proj4 text in "crs".`,
  );
}
