/** Colours from first to last at equal distances, `#rrggbb`. */
export type ColourStops = readonly string[];

/** Values `min` to `max` on a list of colours. */
export interface ColourScale {
  stops: ColourStops;
  min: number;
  max: number;
}

/**
 * Perceptually ordered: lightness grows evenly, also for the colour-blind and in grey. Viridis and
 * magma of matplotlib (CC0) at ten points, magma without its black end, which a dark page swallows.
 */
export const VIRIDIS: ColourStops = [
  '#440154',
  '#482878',
  '#3e4a89',
  '#31688e',
  '#26828e',
  '#1f9e89',
  '#35b779',
  '#6dcd59',
  '#b4de2c',
  '#fde725',
];
export const MAGMA: ColourStops = [
  '#180f3e',
  '#451077',
  '#721f81',
  '#9f2f7f',
  '#cd4071',
  '#f1605d',
  '#fd9567',
  '#fec98d',
  '#fcfdbf',
];

/** Steps of a scale: enough to look smooth, few enough that neighbours share a colour. */
const LEVELS = 64;

/** The colour of a value, clamped to the scale. A scale of one value has its middle colour. */
export function colourOf(scale: ColourScale, value: number): string {
  const { stops, min, max } = scale;
  const share = max > min ? (value - min) / (max - min) : 0.5;
  return colourAt(stops, share);
}

/** The colour at a share of the way, 0 to 1, in 64 levels. Linear in sRGB between the stops. */
export function colourAt(stops: ColourStops, share: number): string {
  const level = Math.round(Math.min(1, Math.max(0, share)) * (LEVELS - 1)) / (LEVELS - 1);
  const place = level * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(place));
  const [from, to] = [channels(stops[i]), channels(stops[i + 1])];
  const mixed = from.map((value, c) => Math.round(value + (to[c] - value) * (place - i)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white, whichever is easier to read on a colour. */
export function inkOn(colour: string): string {
  return relativeLuminance(colour) > 0.179 ? '#000000' : '#ffffff';
}

/** WCAG's least contrast of text. */
export const LEAST_CONTRAST = 4.5;

/**
 * Contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio").
 * @param one as #rrggbb
 * @param other as #rrggbb
 */
export function contrast(one: string, other: string): number {
  const [light, dark] = [one, other].map(relativeLuminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance, 0 black to 1 white (WCAG 2.2). */
export function relativeLuminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
