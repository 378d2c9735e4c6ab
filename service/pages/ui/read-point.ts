import { roundTo } from '#engine/round.ts';

/** A place by its degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** A text that is meant as a place by its degrees, but has only one of them, or is a short link. */
export type PointProblem = 'half' | 'shortLink';

/**
 * Reads the point that a text names: `59.61, 16.55` or `59,61 16,55`, or a link of Google Maps or OpenStreetMap, where
 * a marked place comes before the map's middle.
 * @returns null for a text that means no point, and for degrees out of bounds
 */
export function readPoint(text: string): Point | PointProblem | null {
  const plain = text.trim().slice(0, MOST_LETTERS);
  if (/^(https?:|www\.|maps?\.)/i.test(plain)) return readLink(plain);
  if (HALF.test(plain)) return 'half';
  const [, lat, lng] = PAIR.exec(plain) ?? [];
  return lat === undefined ? null : checkPoint(toNumber(lat), toNumber(lng));
}

/** Longer than the link of any map. */
const MOST_LETTERS = 2000;

const DECIMAL = String.raw`-?\d{1,3}(?:[.,]\d+)?`;
const PAIR = new RegExp(`^(${DECIMAL})°?(?:[,;]\\s*|\\s+)(${DECIMAL})°?$`);
/** A single number with decimals or a degree sign, which no name is. */
const HALF = /^-?\d{1,3}(?:[.,]\d+°?|°)$/;

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** Where the links of maps have their place, the most certain first. */
const IN_LINKS = [
  // Google's marker, OpenStreetMap's marker, and the middle of each map.
  `^.*!3d${NUMBER}!4d${NUMBER}`,
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  `@${NUMBER},${NUMBER}`,
  `#map=[\\d.]+/${NUMBER}/${NUMBER}`,
].map((pattern) => new RegExp(pattern, 'i'));

/** Links that name a place by a key of their own. */
const SHORT = /goo\.gl\/|osm\.org\/go[/]/i;

function readLink(link: string): Point | PointProblem | null {
  for (const pattern of IN_LINKS) {
    const found = pattern.exec(link);
    if (found) return checkPoint(Number(found[1]), Number(found[2]));
  }
  return SHORT.test(link) ? 'shortLink' : null;
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'));
}

/** Ten metres, as fine as an address of the page holds it. */
function checkPoint(lat: number, lng: number): Point | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  return { lat: roundTo(lat, 4), lng: roundTo(lng, 4) };
}
