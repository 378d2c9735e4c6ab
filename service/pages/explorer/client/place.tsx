import { useEffect, useMemo, useState } from 'preact/hooks';
import { loadPlaces } from '../../ui/load-places.ts';
import { PlaceSearch } from '../../ui/place-search.tsx';
import { usePage } from '../use-page.ts';

interface PlaceBoxProps {
  /** Name of the state's place, where the page came with it. */
  first: string | null;
  /** Whether the page's first answers are there. */
  isSettled: boolean;
}

/** The roof's place, first on the page: by name or by coordinates. */
export function PlaceBox({ first, isSettled }: PlaceBoxProps) {
  const { state, change, words } = usePage();
  const [wasMoved, setMoved] = useState(false);
  const places = usePlaces(first === null && (isSettled || wasMoved));
  const { lat, lng, lang } = state;
  const name = useMemo(
    () => first ?? places?.namePlace(places.list, { lat, lng }, words.near, lang),
    [first, places, lat, lng, lang, words],
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

type Places = Awaited<ReturnType<typeof loadPlaces>>;

/**
 * Loads the places by name. Null until they have come.
 * @param isNeeded whether they may come
 */
export function usePlaces(isNeeded: boolean): Places | null {
  const [places, setPlaces] = useState<Places | null>(null);
  useEffect(() => {
    // The page works without names, too.
    if (isNeeded) loadPlaces().then(setPlaces, () => {});
  }, [isNeeded]);
  return places;
}
