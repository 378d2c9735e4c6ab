/** What a text in the search for places may mean, loaded when a person looks for one. */
import { fill } from '../messages/format.ts';
import type { Words } from '../messages/messages.ts';
import { findPlaces } from './find-places.ts';
import type { FoundPlace } from './nearest-place.ts';
import type { PlaceList } from './places.ts';
import { readPoint } from './read-point.ts';
import type { PlaceWords } from './script-data.ts';

/** The places that a text may mean, and a sentence about them. */
export interface Matches {
  places: FoundPlace[];
  isGuess: boolean;
  notice: string;
}

type MatchWords = PlaceWords & Pick<Words['explorer'], 'noPlace'>;

const MOST_FOUND = 8;

/** The places have no postcodes. */
const POSTCODE = /^\s*\d{3} ?\d{2}\s*$/;

const NO_PLACES = { places: [], isGuess: false };

/** Finds the places that a text may mean: a point, or by their names. */
export function findMatches(list: PlaceList, sought: string, words: MatchWords): Matches {
  const point = readPoint(sought);
  if (point === 'half' || point === 'shortLink')
    return { ...NO_PLACES, notice: point === 'half' ? words.halfPoint : words.shortLink };
  if (point)
    return { ...NO_PLACES, places: [{ ...point, name: '', municipality: '' }], notice: '' };
  if (POSTCODE.test(sought)) return { ...NO_PLACES, notice: words.postcode };
  const { places, isGuess } = findPlaces(list, sought, MOST_FOUND);
  const foundText = isGuess ? words.foundLike : words.found;
  const notice = places.length === 0 ? words.noPlace : fill(foundText, { count: places.length });
  return { places, isGuess, notice };
}
