/** Files that every Zarr store has, of version 2 or 3. */
const ZARR_FILES = /(^|\/)(\.zgroup|\.zarray|\.zmetadata|zarr\.json)$/;

/** Whether names inside a folder or an archive are those of a Zarr store. */
export function isZarr(names: readonly string[]): boolean {
  return names.some((name) => ZARR_FILES.test(name));
}

/**
 * Why a Zarr store is not read, with the line that makes it readable.
 * @param path the folder as a person would type it
 */
export function zarrRefusal(path: string): string {
  return `is a Zarr store, which is not read here; make it NetCDF with: gdalmdimtranslate -of netCDF 'ZARR:"${path}"' out.nc`;
}
