import { COLOUR_BAR_HEIGHT, colourBar } from '#common/charts/colour-bar.ts';
import { type ColourScale, colourOf, inkOn, VIRIDIS } from '#common/charts/colour-scale.ts';
import { CAPTION_HEIGHT, groupAt, px, svgDrawing, textAt } from '#common/charts/svg.ts';
import {
  AZIMUTH_STEP_DEG,
  AZIMUTHS,
  AZIMUTHS_DEG,
  planeIndex,
  storedAzimuthIndex,
  TILT_STEP_DEG,
  TILTS,
} from '../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import { annualYield } from '../../../schemas/codec/yield-counts.ts';
import type { ReportWords } from './words.ts';

/** Yields of one cell by orientation. */
export interface Orientation {
  name: string;
  /** Yearly yield in percent of the optimum's, [tilt][azimuth of 36]. */
  percent: Float64Array;
  optimumTiltDeg: number;
  optimumKwhKwp: number;
}

/** The yields of all 19 x 36 orientations in a cell, against its optimum. */
export function orientationOf(artifact: PvYieldArtifact, name: string, cell: number): Orientation {
  const optimumKwhKwp = artifact.optimum_yield[cell];
  const percent = Float64Array.from({ length: TILTS * AZIMUTHS }, (_, i) => {
    const plane = planeIndex(Math.floor(i / AZIMUTHS), storedAzimuthIndex(i % AZIMUTHS));
    return (100 * annualYield(artifact, cell, plane)) / optimumKwhKwp;
  });
  return { name, percent, optimumTiltDeg: artifact.optimum_tilt[cell], optimumKwhKwp };
}

const RADIUS = 150;
const MARGIN = 16;
const WIDTH = 2 * (RADIUS + MARGIN);
/** The outer ring reaches half a step beyond 90°. */
const PX_PER_DEG = RADIUS / (90 + TILT_STEP_DEG / 2);

/**
 * A compass seen from above: a roof's azimuth is its direction, its tilt the distance from the
 * middle, flat in the middle and upright at the rim.
 */
export function orientationRose(
  orientation: Orientation,
  scale: ColourScale,
  { orientation: words, compass, number }: ReportWords,
): string {
  const { name, optimumTiltDeg, optimumKwhKwp, percent } = orientation;
  const best = words.best(number(optimumKwhKwp, 0), optimumTiltDeg);
  const stated = STATED.map(
    ([plane, tilt, azimuth]) => `${words.planes[plane]} ${number(at(percent, tilt, azimuth), 0)} %`,
  );
  const caption = {
    title: name,
    subtitle: words.whole(best),
    description: words.described(best, stated.join(', ')),
  };
  const bottom = CAPTION_HEIGHT + 2 * (RADIUS + MARGIN) + 6;
  const bar = colourBar({ scale, unit: words.unit, format: number }, 2 * RADIUS);
  return svgDrawing(caption, WIDTH, bottom + COLOUR_BAR_HEIGHT, [
    groupAt(WIDTH / 2, CAPTION_HEIGHT + RADIUS + MARGIN, [
      ...sectors(percent, scale),
      ...rings(compass),
      ...figuresOn(percent, scale),
      `<circle cy="${px(optimumTiltDeg * PX_PER_DEG)}" r="4" fill="none" stroke="#000" stroke-width="1.5"/>`,
    ]),
    groupAt(MARGIN, bottom, [bar]),
  ]);
}

/** One scale for several roses, from the lowest yield down to a whole ten, up to the best. */
export function roseScale(orientations: readonly Orientation[]): ColourScale {
  const lowest = Math.min(...orientations.map(({ percent }) => Math.min(...percent)));
  return { stops: VIRIDIS, min: 10 * Math.floor(lowest / 10), max: 100 };
}

/** Planes that people ask about. */
type Stated = readonly [
  plane: keyof ReportWords['orientation']['planes'],
  tiltDeg: number,
  azimuthDeg: number,
];
const STATED: readonly Stated[] = [
  ['flat', 0, 180],
  ['east', 40, 90],
  ['west', 40, 270],
  ['north', 40, 0],
  ['southWall', 90, 180],
  ['eastWall', 90, 90],
  ['westWall', 90, 270],
  ['northWall', 90, 0],
];

function at(percent: Float64Array, tiltDeg: number, azimuthDeg: number): number {
  return percent[(tiltDeg / TILT_STEP_DEG) * AZIMUTHS + azimuthDeg / AZIMUTH_STEP_DEG];
}

/** From the rim inwards: each tilt's fields reach half a step to both sides; flat is a disc. */
function sectors(percent: Float64Array, scale: ColourScale): string[] {
  const marks: string[] = [];
  for (let tilt = TILTS - 1; tilt > 0; tilt--) {
    const outer = (tilt + 0.5) * TILT_STEP_DEG * PX_PER_DEG;
    AZIMUTHS_DEG.forEach((azimuthDeg, i) => {
      const colour = colourOf(scale, percent[tilt * AZIMUTHS + i]);
      marks.push(
        `<path fill="${colour}" stroke="${colour}" stroke-width=".4" d="${wedge(azimuthDeg, outer)}"/>`,
      );
    });
  }
  const middle = (TILT_STEP_DEG / 2) * PX_PER_DEG;
  return [...marks, `<circle r="${px(middle)}" fill="${colourOf(scale, percent[0])}"/>`];
}

/** A slice from the middle; the next ring in covers what it has too much. */
function wedge(azimuthDeg: number, radius: number): string {
  const half = AZIMUTH_STEP_DEG / 2;
  const [x1, y1] = compassPoint(azimuthDeg - half, radius);
  const [x2, y2] = compassPoint(azimuthDeg + half, radius);
  return `M0 0L${px(x1)} ${px(y1)}A${px(radius)} ${px(radius)} 0 0 1 ${px(x2)} ${px(y2)}z`;
}

/** North is up, east to the right. */
export function compassPoint(azimuthDeg: number, radius: number): [x: number, y: number] {
  const azimuth = (azimuthDeg * Math.PI) / 180;
  return [radius * Math.sin(azimuth), -radius * Math.cos(azimuth)];
}

function rings(compass: ReportWords['compass']): string[] {
  const faint = 'fill="none" stroke="#fff" stroke-opacity=".45" stroke-dasharray="2 3"';
  const circles = [30, 60, 90].map((tilt) => `<circle r="${px(tilt * PX_PER_DEG)}" ${faint}/>`);
  const names = [
    [compass.north, 0],
    [compass.east, 90],
    [compass.south, 180],
    [compass.west, 270],
  ] as const;
  const letters = names.map(([name, azimuth]) => {
    const [x, y] = compassPoint(azimuth, RADIUS + 8);
    return textAt(x, y + 4, name, 'text-anchor="middle" font-weight="600"');
  });
  const tilts = [30, 60, 90].map((tilt) => {
    const [x, y] = compassPoint(45, tilt * PX_PER_DEG);
    return textAt(
      x,
      y + 4,
      `${tilt}°`,
      'text-anchor="middle" fill="#fff" stroke="#000" stroke-opacity=".5" stroke-width="2" paint-order="stroke"',
    );
  });
  return [...circles, ...letters, ...tilts];
}

function figuresOn(percent: Float64Array, scale: ColourScale): string[] {
  return STATED.map(([, tilt, azimuth]) => {
    const value = at(percent, tilt, azimuth);
    const [x, y] = compassPoint(azimuth, Math.min(tilt, 84) * PX_PER_DEG);
    const style = `text-anchor="middle" font-weight="600" fill="${inkOn(colourOf(scale, value))}"`;
    return textAt(x, y + 4, value.toFixed(0), style);
  });
}
