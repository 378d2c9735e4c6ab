import type { PlaceList } from './places.ts';
import type { PlacesUrls } from './script-data.ts';

/** The search's script and the places that it looks among. */
export interface Places {
  search: typeof import('./find-places.ts');
  list: PlaceList;
}

let listing: Promise<PlaceList> | null = null;
let searching: Promise<Places['search']> | null = null;
let failures = 0;

/** Loads the places by name, once for the page; the next call tries again what failed. @throws when it fails */
export function loadPlaceList({ list }: PlacesUrls): Promise<PlaceList> {
  listing ??= fetch(list)
    .then((response) => response.json())
    .catch((error) => {
      listing = null;
      throw error;
    });
  return listing;
}

/** Loads the search for places with them, likewise. @throws when it fails */
export async function loadPlaces(urls: PlacesUrls): Promise<Places> {
  searching ??= loadSearch(urls).catch((error) => {
    searching = null;
    failures++;
    throw error;
  });
  const [search, list] = await Promise.all([searching, loadPlaceList(urls)]);
  return { search, list };
}

/** A browser may keep the failure of a script's address: each try has one of its own. */
function loadSearch({ search }: PlacesUrls): Promise<Places['search']> {
  return import(failures === 0 ? search : `${search}?try=${failures}`);
}
