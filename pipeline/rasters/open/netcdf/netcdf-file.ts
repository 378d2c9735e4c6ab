import { fileKind } from '../file-kind.ts';
import { openClassic } from './classic-file.ts';
import { openHdf5 } from './hdf5-file.ts';
import type { NetcdfFile } from './netcdf-variable.ts';

/**
 * Opens NetCDF-4 (HDF5) or classic NetCDF-3, recognised by the first bytes, not by the name.
 * @param name of the file, for messages
 * @throws Error saying what the file is instead, where that shows
 */
export async function openNetcdf(path: string, name: string): Promise<NetcdfFile> {
  const kind = await fileKind(path, name);
  if (kind === 'netcdf-4') return openHdf5(path, name);
  if (kind === 'netcdf-3') return openClassic(path, name);
  throw new Error(`${name}: is no NetCDF file (${kind} by its first bytes).`);
}
