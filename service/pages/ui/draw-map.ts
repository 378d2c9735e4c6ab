import type { BoundingBox, Grid } from '../../../schemas/codec/grid.ts';
import { colourAt, VIRIDIS } from './charts/colour-scale.ts';
import { cellPaths, mapProjection } from './charts/map.ts';
import { escapeText, px } from './charts/svg.ts';

/** The data of a page's map of a dataset (`drawMap`), 5 kB compressed. */
export interface PageMap {
  box: BoundingBox;
  width: number;
  grid: Grid;
  /** Base64 of a byte for each place of the grid: 0 for none, 1 to 255 from the least yield to the most. */
  cells: string;
  /** Yield of the best plane in the least and the best cell. */
  leastKwhKwp: number;
  mostKwhKwp: number;
  /** SVG path data in the projection of `box` and `width`. The country's is empty outside Sweden. */
  outline: string;
  areaBorders: string;
}

/**
 * Draws the map as SVG text: cells in colour, cut to the country. Its outline. The borders of the price areas. It
 * has no style attribute, which the pages' policy forbids. Classes for the style sheet: map-outline, map-areas.
 * @param label describes the map for people who cannot see it
 */
export function drawMap(map: PageMap, label: string): string {
  const projection = mapProjection(map.box, map.width);
  const bytes = Uint8Array.from(atob(map.cells), (char) => char.charCodeAt(0));
  const places = { grid: map.grid, cellIndex: Int32Array.from(bytes, (byte) => byte - 1) };
  const cells = cellPaths(places, projection, (level) => colourAt(VIRIDIS, level / 254));
  const clip = map.outline
    ? `<clipPath id="map-country"><path d="${map.outline}"/></clipPath>`
    : '';
  const clipped = map.outline ? ' clip-path="url(#map-country)"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${px(map.width)} ${px(projection.height)}" role="img" aria-label="${escapeText(label)}">
${clip}<g${clipped}>${cells}
<path class="map-areas" d="${map.areaBorders}" fill="none" stroke="currentColor" stroke-dasharray="3 2"/></g>
<path class="map-outline" d="${map.outline}" fill="none" stroke="currentColor"/>
</svg>`;
}
