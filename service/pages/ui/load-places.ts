import { memoizeAsync } from '../../../schemas/memoize-async.ts';
import { readPageData } from './page-data.ts';
import type { PlaceList } from './places.ts';

/** Loads the places by name, from the address in the page's data. @throws when it fails */
export const loadPlaceList = memoizeAsync(async (): Promise<PlaceList> => {
  const { placesUrl } = readPageData<{ placesUrl: string }>();
  return (await fetch(placesUrl)).json();
});

/**
 * Loads the search for places with them. Once they are there, the answer comes before the next key: an Enter chooses
 * from the list of what is typed. A further import() would answer later.
 * @throws when it fails
 */
export const loadPlaces = memoizeAsync(async () => {
  const [{ findMatches }, { namePlace }, list] = await Promise.all([
    import('./find-matches.ts'),
    import('./nearest-place.ts'),
    loadPlaceList(),
  ]);
  return { findMatches, namePlace, list };
});
