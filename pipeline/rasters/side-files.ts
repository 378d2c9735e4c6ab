import { PVGIS_NODATA, parseNodata } from './nodata.ts';
import type { Raster } from './raster.ts';

/** Reads what lies beside a raster's file by the ending put to its name; undefined without. */
export type ReadBeside = (ending: string) => Promise<string | undefined>;

/**
 * GDAL keeps what a format has no place for in files beside it. Throws when one says which pixels
 * are missing, or how numbers become values, and the raster itself does not: they would be taken
 * for values as they stand.
 */
export async function refuseSideFiles(
  { name, nodata }: Pick<Raster, 'name' | 'nodata'>,
  readBeside: ReadBeside,
): Promise<void> {
  if ((await readBeside('.msk')) !== undefined) {
    throw new Error(
      `${name}: the file with the ending .msk beside it holds a mask, which is not read here; bring it in with: gdalwarp -dstnodata -9999 in.tif out.tif (or delete the .msk if it means nothing).`,
    );
  }
  const xml = (await readBeside('.aux.xml')) ?? '';
  refuseScale(name, xml);
  for (const [, text] of xml.matchAll(/<NoDataValue[^>]*>([^<]*)</g)) {
    const beside = parseNodata(text, `${name}, .aux.xml`);
    if (Number.isNaN(beside) || beside === PVGIS_NODATA || isSame(beside, nodata)) continue;
    throw new Error(
      `${name}: its nodata value ${beside} stands only in the file with the ending .aux.xml beside it, which is not read here; bring it in with: gdal_translate in.tif out.tif.`,
    );
  }
}

/** A band's stored numbers times Scale plus Offset (GDAL, "Persistent Auxiliary Metadata"). */
function refuseScale(name: string, xml: string): void {
  for (const [, element, text] of xml.matchAll(/<(Scale|Offset)>([^<]*)</g)) {
    if (Number(text) === (element === 'Scale' ? 1 : 0)) continue;
    throw new Error(
      `${name}: the file with the ending .aux.xml beside it has <${element}>${text.trim()}</${element}>, which is not applied here; bring it in with: gdal_translate -unscale -ot Float32 in.tif out.tif.`,
    );
  }
}

/** GDAL writes 15 digits beside a file, fewer than a double and more than a float32 needs. */
function isSame(beside: number, nodata: number | null): boolean {
  return nodata !== null && Math.fround(beside) === Math.fround(nodata);
}
