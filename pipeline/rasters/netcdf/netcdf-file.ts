import { open } from 'node:fs/promises';
import { openClassic } from './classic-file.ts';
import { openHdf5 } from './hdf5-file.ts';
import type { NetcdfFile } from './netcdf-variable.ts';

const HDF5_SIGNATURE = '\x89HDF\r\n\x1a\n';
/** Classic, and with offsets of 64 bits. */
const CLASSIC_SIGNATURES = ['CDF\x01', 'CDF\x02'];

/**
 * Opens NetCDF-4 (HDF5) or classic NetCDF-3, told by the first bytes, not by the name.
 * @param name of the file, for messages
 * @throws Error saying what the file is instead, where that shows
 */
export async function openNetcdf(path: string, name: string): Promise<NetcdfFile> {
  const start = await firstBytes(path, name);
  if (start === HDF5_SIGNATURE) return openHdf5(path, name);
  if (CLASSIC_SIGNATURES.some((signature) => start.startsWith(signature))) {
    return openClassic(path, name);
  }
  const conversion = start.startsWith('CDF\x05')
    ? 'is NetCDF of the form CDF-5, which is not read here; write it anew with: nccopy -k nc4 in.nc out.nc'
    : start.startsWith('GRIB')
      ? 'is GRIB, not NetCDF; make it readable with: cdo -f nc4 copy in.grib out.nc'
      : 'is neither NetCDF-4 (HDF5) nor NetCDF-3; a download may have ended in an error page: look into it, and fetch it again';
  throw new Error(`${name}: ${conversion}.`);
}

async function firstBytes(path: string, name: string): Promise<string> {
  const file = await open(path).catch((cause: unknown) => {
    throw new Error(`${name}: cannot be opened (${String(cause)}).`, { cause });
  });
  try {
    const bytes = Buffer.alloc(HDF5_SIGNATURE.length);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
