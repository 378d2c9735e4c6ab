/** Zstandard in GeoTIFFs: zstddec repeats for ever on damaged data, which geotiff leaves to it. */
import { addDecoder, BaseDecoder } from 'geotiff';
import { ZSTDDecoder } from 'zstddec/stream';

/** Compression of TIFF that GDAL and libtiff agreed on. */
const ZSTD = 50_000;

const zstd = new ZSTDDecoder();

class ZstdDecoder extends BaseDecoder {
  override decodeBlock(block: ArrayBuffer): ArrayBuffer {
    const parts: Uint8Array[] = [];
    for (const part of zstd.decodeStreaming([new Uint8Array(block)])) {
      // Only damaged data give nothing twice in a row.
      if (part.length === 0 && parts.at(-1)?.length === 0)
        throw new Error('damaged Zstandard data');
      parts.push(part);
    }
    return new Uint8Array(Buffer.concat(parts)).buffer;
  }
}

addDecoder(ZSTD, async () => {
  await zstd.init();
  return ZstdDecoder;
});
