import type { PlaceList } from './places.ts';

/** The search's module and the places that it looks among. */
export interface Places {
  search: typeof import('./find-places.ts');
  list: PlaceList;
}

let listing: Promise<PlaceList> | null = null;

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

/** Loads the search for places with them, likewise. @throws when it fails */
export async function loadPlaces(url: string): Promise<Places> {
  const [search, list] = await Promise.all([import('./find-places.ts'), loadPlaceList(url)]);
  return { search, list };
}
