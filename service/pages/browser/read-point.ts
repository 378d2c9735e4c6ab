/** A place by its degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** A text that is meant as a place by its degrees, but has not both: one alone, or a short link. */
export type PointProblem = 'half' | 'shortLink';

/**
 * Reads the point that a text names: `59.61, 16.55` with points or commas, degrees with minutes and seconds
 * (`60°36'N 15°38'E`), a geo: URI (RFC 5870), or the link of a map; the marked place comes before the map's middle.
 * @returns null for a text that means no point, and for degrees out of bounds
 */
export function readPoint(text: string): Point | PointProblem | null {
  const plain = text.trim().slice(0, MOST_LETTERS);
  if (/^(https?:|geo:|www\.|maps?\.)|\.\w+[/]/i.test(plain)) return readLink(plain);
  return readDegrees(plain);
}

/** Longer than the link of any map. */
const MOST_LETTERS = 2000;

const NUMBER = String.raw`-?\d{1,3}(?:\.\d+)?`;
const PAIR = String.raw`(${NUMBER})\s*(?:,|:|~|%2C)\s*(?:%20|\+)?(${NUMBER})(?![\d.])`;

/** Where the links of maps have their place, the most certain first. */
const IN_LINKS = [
  // Google: the marker among the data.
  `^.*!3d(${NUMBER})!4d(${NUMBER})`,
  // OpenStreetMap's marker; others write the two apart, too.
  `[?&]m?lat=(${NUMBER})&.*?m?(?:lon|lng|long)=(${NUMBER})`,
  // Eniro's and hitta's markers.
  `[?&]g=${PAIR}`,
  `/geocode!l=${PAIR}`,
  // Apple: coordinate, ll; Google: q, query, destination, ll; Eniro: c; Bing: cp.
  `[?&](?:coordinate|q|query|destination|daddr|ll|sll|center|cp|c)=(?:loc:)?${PAIR}`,
  `/(?:maps|place|search|dir)/(?:.*/)?${PAIR}`,
  // The map's middle: Google, hitta, OpenStreetMap.
  `@${PAIR}`,
  `!~${PAIR}`,
  `#map=[\\d.]+/(${NUMBER})/(${NUMBER})`,
  `^geo:${PAIR}`,
].map((pattern) => new RegExp(pattern, 'i'));

/** Links that name a place by a key of their own. */
const SHORT = /goo\.gl\/|osm\.org\/go\/|openstreetmap\.org\/go\/|maps\.apple(\.com\/p\/|\/p\/)/i;

function readLink(link: string): Point | PointProblem | null {
  for (const pattern of IN_LINKS) {
    const found = pattern.exec(link);
    // Android writes geo:0,0?q=...
    if (found && (Number(found[1]) !== 0 || Number(found[2]) !== 0))
      return checkPoint(Number(found[1]), Number(found[2]));
  }
  return SHORT.test(link) ? 'shortLink' : null;
}

const DECIMAL = String.raw`\d{1,3}(?:[.,]\d+)?`;
const PART = String.raw`(?:[NSEWÖOV]\s*)?-?${DECIMAL}\s*(?:°|º|d|grader)?\s*(?:${DECIMAL}\s*['′’]\s*)?(?:${DECIMAL}\s*(?:"|″|”|'')\s*)?(?:[NSEWÖOV](?![a-zåäö]))?`;
const ONE = new RegExp(`^${PART}$`, 'i');
const TWO = new RegExp(`^(${PART})(?:[,;]\\s*|\\s+|(?<=[NSEWÖOV]))(${PART})$`, 'i');

/** A number with a sign of degrees or decimals, which no name is. */
const IS_ANGLE = /[°º'′’"″”NSEWÖOV]|\d[.,]\d/i;

/** Reads one or two angles; letters tell which is the latitude. */
function readDegrees(text: string): Point | PointProblem | null {
  if (ONE.test(text)) return IS_ANGLE.test(text) ? 'half' : null;
  const found = TWO.exec(text);
  if (!found) return null;
  const [first, second] = [found[1], found[2]];
  const isSwapped = /[EWÖOV]/i.test(first) && /[NS]/i.test(second);
  const [lat, lng] = (isSwapped ? [second, first] : [first, second]).map(readAngle);
  return checkPoint(lat, lng);
}

/** Reads degrees, minutes and seconds; south and west are negative. Ö, O and V are Swedish. */
function readAngle(text: string): number {
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = Array.from(
    text.matchAll(/\d+(?:[.,]\d+)?/g),
    ([number]) => Number(number.replace(',', '.')),
  );
  const sign = /-|[SWV]/i.test(text) ? -1 : 1;
  return minutes < 60 && seconds < 60
    ? sign * (degrees + minutes / 60 + seconds / 3600)
    : Number.NaN;
}

/** Ten metres, as fine as an address of the page holds it. */
function checkPoint(lat: number, lng: number): Point | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  return { lat: roundDegrees(lat), lng: roundDegrees(lng) };
}

function roundDegrees(degrees: number): number {
  return Math.round(1e4 * degrees) / 1e4;
}
