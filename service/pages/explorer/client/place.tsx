import { useEffect, useMemo, useState } from 'preact/hooks';
import { loadPlaceList } from '../../ui/load-places.ts';
import { namePlace } from '../../ui/nearest-place.ts';
import { PlaceSearch } from '../../ui/place-search.tsx';
import type { PlaceList } from '../../ui/places.ts';
import { usePage } from '../use-page.ts';

/**
 * The roof's place, first on the page: by name or by coordinates.
 * @param isSettled whether the page's first answers are there
 */
export function PlaceBox({ isSettled }: { isSettled: boolean }) {
  const { state, change, words } = usePage();
  const [wasMoved, setMoved] = useState(false);
  const list = usePlaceList(isSettled || wasMoved);
  const { lat, lng, lang } = state;
  const name = useMemo(
    () => list && namePlace(list, { lat, lng }, words.near, lang),
    [list, lat, lng, lang, words],
  );
  const [notice, setNotice] = useState('');
  const go = (lat: number, lng: number) => {
    setNotice('');
    setMoved(true);
    change({ lat, lng });
  };
  return (
    <section class="place-box" aria-label={words.place}>
      <PlaceSearch
        words={words}
        current={name ?? ''}
        setNotice={setNotice}
        choose={({ lat, lng }) => go(lat, lng)}
      />
      <p role="status">{notice}</p>
    </section>
  );
}

/**
 * Loads the places by name. Null until they have come.
 * @param isSettled whether the page's first answers are there, or a place was chosen: the places may come
 */
export function usePlaceList(isSettled: boolean): PlaceList | null {
  const [list, setList] = useState<PlaceList | null>(null);
  useEffect(() => {
    // The page works without names, too.
    if (isSettled) loadPlaceList().then(setList, () => {});
  }, [isSettled]);
  return list;
}
