import type { PlaceList } from '../shared/places.ts';
import type { PlacesUrls } from '../shared/script-data.ts';

/** The search's script and the places that it looks among. */
export interface Places {
  search: typeof import('./find-places.ts');
  list: PlaceList;
}

let loading: Promise<Places> | null = null;
let failures = 0;

/**
 * Loads the search for places, once for the page; the next call tries again what failed.
 * @throws when it cannot be loaded
 */
export function loadPlaces(urls: PlacesUrls): Promise<Places> {
  loading ??= load(urls).catch((error) => {
    loading = null;
    failures++;
    throw error;
  });
  return loading;
}

/** A browser may keep the failure of a script's address: each try has one of its own. */
async function load({ search, list }: PlacesUrls): Promise<Places> {
  const script = failures === 0 ? search : `${search}?try=${failures}`;
  const [found, response] = await Promise.all([import(script), fetch(list)]);
  return { search: found, list: await response.json() };
}
