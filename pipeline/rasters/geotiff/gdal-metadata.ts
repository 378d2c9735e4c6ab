/** Texts of a band that GDAL shows, in ASCII. */
export interface BandText {
  description: string;
  unit: string;
}

const GDAL_METADATA = 42112;
const ASCII = 2;
const ENTRY_BYTES = 12;

/**
 * A GeoTIFF with descriptions and units of its bands in the tag where GDAL looks for them
 * (gdal.org/drivers/raster/gtiff.html, "Metadata"). The directory moves to the end of the file: what
 * its entries point to stays where it was. geotiff.js writes neither that tag nor so long a header.
 */
export function withBandTexts(tiff: Uint8Array, bands: readonly BandText[]): Uint8Array {
  const text = new TextEncoder().encode(`${metadataXml(bands)}\0`);
  const old = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const entries = directoryEntries(tiff, old);
  const directory = tiff.length + (tiff.length % 2);
  const textAt = directory + 2 + (entries.length + 1) * ENTRY_BYTES + 4;
  const bytes = new Uint8Array(textAt + text.length);
  const view = new DataView(bytes.buffer);
  bytes.set(tiff);
  bytes.set(text, textAt);
  const added = new DataView(new ArrayBuffer(ENTRY_BYTES));
  added.setUint16(0, GDAL_METADATA);
  added.setUint16(2, ASCII);
  added.setUint32(4, text.length);
  added.setUint32(8, textAt);
  const sorted = [...entries, new Uint8Array(added.buffer)].sort((a, b) => tagOf(a) - tagOf(b));
  view.setUint32(4, directory);
  view.setUint16(directory, sorted.length);
  sorted.forEach((entry, i) => {
    bytes.set(entry, directory + 2 + i * ENTRY_BYTES);
  });
  return bytes;
}

/** The entries of the only directory of a big-endian file, as geotiff.js writes it. */
function directoryEntries(tiff: Uint8Array, view: DataView): Uint8Array[] {
  const first = view.getUint32(4) + 2;
  const count = view.getUint16(first - 2);
  return Array.from({ length: count }, (_, i) =>
    tiff.slice(first + i * ENTRY_BYTES, first + (i + 1) * ENTRY_BYTES),
  );
}

function tagOf(entry: Uint8Array): number {
  return (entry[0] << 8) | entry[1];
}

function metadataXml(bands: readonly BandText[]): string {
  const items = bands.flatMap(({ description, unit }, sample) => [
    `<Item name="DESCRIPTION" sample="${sample}" role="description">${escaped(description)}</Item>`,
    `<Item name="UNITTYPE" sample="${sample}" role="unittype">${escaped(unit)}</Item>`,
  ]);
  return `<GDALMetadata>\n${items.join('\n')}\n</GDALMetadata>\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
