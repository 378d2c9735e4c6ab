/** Texts of a band that GDAL shows, in ASCII. */
export interface BandText {
  description: string;
  unit: string;
}

/**
 * Descriptions and units of bands as the XML of the tag where GDAL and QGIS look for them
 * (gdal.org/drivers/raster/gtiff.html, "Metadata").
 */
export function gdalMetadata(bands: readonly BandText[]): string {
  const items = bands.flatMap(({ description, unit }, sample) => [
    `<Item name="DESCRIPTION" sample="${sample}" role="description">${escaped(description)}</Item>`,
    `<Item name="UNITTYPE" sample="${sample}" role="unittype">${escaped(unit)}</Item>`,
  ]);
  return `<GDALMetadata>\n${items.join('\n')}\n</GDALMetadata>\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
