import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PlaceList } from '../../shared/places.ts';
import type { ExplorerState } from '../../shared/state.ts';
import { fill, written } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import { nearestPlace } from '../find-places.ts';

/** So near, a place's name is the roof's. */
const THERE_KM = 3;
/** So far, no place says where a roof is. */
const FAR_KM = 60;

/**
 * What a person calls where the roof is: its place, or the nearest one and how far it is; null until known.
 * @param url of the places by name
 * @param isSettled whether the page's first answers are there, and the places may come
 */
export function usePlaceName(
  { lat, lng, lang }: ExplorerState,
  words: Words['explorer'],
  url: string,
  isSettled: boolean,
): string | null {
  const [list, setList] = useState<PlaceList | null>(null);
  useEffect(() => {
    if (!isSettled) return;
    fetch(url)
      .then((response) => response.json())
      // Without a name there are still the coordinates.
      .then(setList, () => {});
  }, [url, isSettled]);
  return useMemo(() => {
    const nearest = list && nearestPlace(list, lat, lng);
    if (!nearest || nearest.km > FAR_KM) return null;
    const { place, km } = nearest;
    if (km <= THERE_KM) return place.name;
    return fill(words.near, { km: written(km, lang), name: place.name });
  }, [list, lat, lng, lang, words]);
}
