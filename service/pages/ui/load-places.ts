import type { PlaceList } from './places.ts';

/** The search's module and the places that it looks among. */
export interface Places {
  search: typeof import('./find-places.ts');
  list: PlaceList;
}

let listing: Promise<PlaceList> | null = null;
let places: Promise<Places> | null = null;

/** Loads the places by name, once for the page. The next call tries again what failed. @throws when it fails */
export function loadPlaceList(url: string): Promise<PlaceList> {
  listing ??= fetch(url)
    .then((response) => response.json())
    .catch((error) => {
      listing = null;
      throw error;
    });
  return listing;
}

/**
 * Loads the search for places with them, likewise. Once they are there, the answer comes before the next key: an Enter
 * chooses from the list of what is typed. A further import() would answer later.
 * @throws when it fails
 */
export function loadPlaces(url: string): Promise<Places> {
  places ??= Promise.all([import('./find-places.ts'), loadPlaceList(url)])
    .then(([search, list]) => ({ search, list }))
    .catch((error) => {
      places = null;
      throw error;
    });
  return places;
}
