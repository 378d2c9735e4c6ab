import { ticks } from 'd3-array';
import type { BoundingBox } from '../../../schemas/codec/grid.ts';
import { type CellPlaces, cellPaths, type MapProjection, mapProjection } from '../ui/charts/map.ts';
import {
  CAPTION_HEIGHT,
  type Caption,
  filledRect,
  groupAt,
  lineFrom,
  px,
  svgDrawing,
  textAt,
} from '../ui/charts/svg.ts';
import { type Outlines, outlinesOn } from './outlines.ts';

/** Parts that all maps of a dataset share. */
export interface MapGround {
  places: CellPlaces;
  projection: MapProjection;
  outlines: Outlines;
}

export interface MapLabel {
  lat: number;
  lng: number;
  text: string;
}

export interface Legend {
  svg: string;
  height: number;
}

/** Margins for the latitudes (left) and the longitudes (below). */
const LEFT = 24;
const FOOT = 20;

/** Prepares maps of all cells of a grid, `width` wide with the margin. */
export function mapGround(places: CellPlaces, homeIsSweden: boolean, width: number): MapGround {
  const projection = mapProjection(boxOfCells(places), width - LEFT);
  return { places, projection, outlines: outlinesOn(projection, homeIsSweden) };
}

interface MapContent {
  /** Unique on a page. */
  id: string;
  caption: Caption;
  colourOfCell: (cell: number) => string;
  labels: readonly MapLabel[];
  legend: Legend;
  /** Writes the degrees of the graticule. */
  number: (value: number) => string;
}

/** Draws cells in colour with outlines, a graticule, places and a legend. */
export function cellMap(ground: MapGround, content: MapContent): string {
  const { id, caption, colourOfCell, labels, legend, number } = content;
  const { projection } = ground;
  const { width, height } = projection;
  const frame = { x: 0, y: 0, width, height };
  const bottom = CAPTION_HEIGHT + height + FOOT;
  return svgDrawing(caption, width + LEFT, bottom + legend.height, [
    groupAt(LEFT, CAPTION_HEIGHT, [
      `<clipPath id="${id}-frame">${filledRect(frame, 'none')}</clipPath>`,
      `<g clip-path="url(#${id}-frame)">`,
      filledRect(frame, 'currentColor', 'fill-opacity=".06"'),
      ...colouredCells(ground, id, colourOfCell),
      '</g>',
      ...graticule(projection, number),
      ...labels.map((label) => labelMarks(label, projection)),
    ]),
    groupAt(LEFT, bottom, [legend.svg]),
  ]);
}

/** Cells outside the home country serve lookups near the border. They are drawn pale. */
function colouredCells(
  { places, projection, outlines }: MapGround,
  id: string,
  colourOfCell: (cell: number) => string,
): string[] {
  const cells = cellPaths(places, projection, colourOfCell);
  const opacity = outlines.home ? 0.45 : 0.8;
  const others = `<path d="${outlines.others}" fill="none" stroke="currentColor" stroke-opacity="${opacity}" stroke-width=".6"/>`;
  if (!outlines.home) return [cells, others];
  return [
    `<clipPath id="${id}-home"><path d="${outlines.home}"/></clipPath>`,
    `<g opacity=".3"><g id="${id}-cells">${cells}</g></g>`,
    others,
    `<use href="#${id}-cells" clip-path="url(#${id}-home)"/>`,
    `<path d="${outlines.home}" fill="none" stroke="currentColor" stroke-width=".8"/>`,
  ];
}

function graticule(
  { box, width, height, x, y }: MapProjection,
  number: (value: number) => string,
): string[] {
  const faint = 'stroke-opacity=".15" stroke-width=".6"';
  const small = 'fill-opacity=".7"';
  const marks = [];
  for (const lat of ticks(box.south, box.north, 8)) {
    marks.push(lineFrom(0, y(lat), width, y(lat), faint));
    marks.push(textAt(-3, y(lat) + 4, `${number(lat)}°`, `text-anchor="end" ${small}`));
  }
  for (const lng of ticks(box.west, box.east, 4)) {
    marks.push(lineFrom(x(lng), 0, x(lng), height, faint));
    marks.push(textAt(x(lng), height + 14, `${number(lng)}°`, `text-anchor="middle" ${small}`));
  }
  return marks;
}

/** A dot and a name with an outline, readable on every colour. Left of the dot near the east edge. */
function labelMarks({ lat, lng, text }: MapLabel, projection: MapProjection): string {
  const { x, y } = projection;
  const isEast = x(lng) > 0.62 * projection.width;
  const place = isEast ? -4 : 4;
  const style = `text-anchor="${isEast ? 'end' : 'start'}" fill="CanvasText" stroke="Canvas" stroke-width="2.5" stroke-linejoin="round" paint-order="stroke"`;
  const dot = `<circle cx="${px(x(lng))}" cy="${px(y(lat))}" r="2" fill="CanvasText" stroke="Canvas"/>`;
  return dot + textAt(x(lng) + place, y(lat) + 4, text, style);
}

/** The box of a grid's cells. Throws when the grid has no cell. */
export function boxOfCells({ grid, cellIndex }: CellPlaces): BoundingBox {
  const { stepDeg, firstRow, firstCol, rows, cols } = grid;
  if (cellIndex.every((cell) => cell < 0)) throw new Error('A map needs at least one cell.');
  return {
    west: (firstCol - 0.5) * stepDeg,
    east: (firstCol + cols - 0.5) * stepDeg,
    south: (firstRow - 0.5) * stepDeg,
    north: (firstRow + rows - 0.5) * stepDeg,
  };
}
