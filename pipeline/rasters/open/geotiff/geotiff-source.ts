import { open } from 'node:fs/promises';
import { GeoTIFF } from 'geotiff';

/** geotiff.js reads directories by the kilobyte, so also beyond a file's end. */
const MOST_BEYOND_BYTES = 1 << 20;

interface Slice {
  offset: number;
  length: number;
}

/**
 * Opens a file for geotiff.js, which allocates what the tags of a damaged one say: a read of more bytes than the file
 * has throws.
 */
export async function openTiff(path: string, name: string): Promise<GeoTIFF> {
  const file = await open(path);
  const { size } = await file.stat();
  const fetchSlice = async ({ offset, length }: Slice) => {
    if (length > size + MOST_BEYOND_BYTES)
      throw new Error(`${name}: a tag has ${length} bytes, the file ${size}. Fetch it again.`);
    const data = new ArrayBuffer(length);
    await file.read(new Uint8Array(data), 0, length, offset);
    return { offset, length, data };
  };
  const source = {
    fileSize: size,
    fetchSlice,
    fetch: (slices: Slice[]) =>
      Promise.all(slices.map(async (slice) => (await fetchSlice(slice)).data)),
    close: () => file.close(),
  };
  try {
    return await GeoTIFF.fromSource(source);
  } catch (error) {
    await file.close();
    throw error;
  }
}
