/** The search for places, loaded with the list when a person looks for one. */
import leven from 'leven';
import { type FoundPlace, readPlace } from './nearest-place.ts';
import type { PlaceList } from './places.ts';

export interface FoundPlaces {
  places: FoundPlace[];
  /** None is called so: they are called nearly so, or stand at the end of the text. */
  isGuess: boolean;
}

/**
 * Finds the places whose name begins with a text, then those of the municipalities that do. Letters count without
 * their dots and rings, so that "malmo" finds Malmö. Without any, the places that are spelt most like it ("Fallun"),
 * or that an address ends with.
 */
export function findPlaces(list: PlaceList, text: string, most: number): FoundPlaces {
  const sought = stripAccents(text);
  if (sought === '') return { places: [], isGuess: false };
  const names = list.names.map(stripAccents);
  const begun = findBegun(list, names, sought);
  const found = begun.length > 0 ? begun : guess(names, sought);
  return {
    places: found.slice(0, most).map((place) => readPlace(list, place)),
    isGuess: begun.length === 0 && found.length > 0,
  };
}

/** Indices of the places that begin with a text: the whole name, longer ones, then those of municipalities. */
function findBegun(list: PlaceList, names: readonly string[], sought: string): number[] {
  const homes = list.municipalities.map((name) => stripAccents(name).startsWith(sought));
  const exact = indicesOf(names, (name) => name === sought);
  const longer = indicesOf(names, (name) => name !== sought && name.startsWith(sought));
  const inHomes = indicesOf(
    names,
    (name, place) => homes[list.municipality[place]] && !name.startsWith(sought),
  );
  return [...exact, ...longer, ...inHomes];
}

/** A text of words may be an address, whose last words are its place. Else a name may be misspelt. */
function guess(names: readonly string[], sought: string): number[] {
  const words = sought.split(/[\s,]+/);
  for (let from = 1; from < words.length; from++) {
    const end = words.slice(from).join(' ');
    const found = indicesOf(names, (name) => name === end);
    if (found.length > 0) return found;
  }
  return findMisspelt(names, sought);
}

/** Shorter texts are like too many names. */
const LEAST_LETTERS = 4;
/** One letter in so many may be wrong. */
const LETTERS_A_MISTAKE = 3;
/** Mistakes in any text, at most. */
const MOST_MISTAKES = 3;

/** Indices of the places that are spelt most like a text, whole or as far as it is typed. */
function findMisspelt(names: readonly string[], sought: string): number[] {
  const { length } = sought;
  if (length < LEAST_LETTERS) return [];
  const most = Math.min(MOST_MISTAKES, Math.floor(length / LETTERS_A_MISTAKE));
  const mistakes = names.map((name) =>
    Math.min(leven(sought, name), leven(sought, name.slice(0, length))),
  );
  const least = Math.min(...mistakes);
  return least <= most ? indicesOf(mistakes, (count) => count === least) : [];
}

function indicesOf<Item>(
  items: readonly Item[],
  fits: (item: Item, index: number) => boolean,
): number[] {
  return items.flatMap((item, index) => (fits(item, index) ? [index] : []));
}

function stripAccents(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
