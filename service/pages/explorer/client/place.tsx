import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Words } from '../../messages/messages.ts';
import { loadPlaceList } from '../../ui/load-places.ts';
import { namePlace } from '../../ui/nearest-place.ts';
import { PlaceSearch } from '../../ui/place-search.tsx';
import type { PlaceList } from '../../ui/places.ts';
import type { ExplorerState, PartProps } from '../state.ts';

interface PlaceProps extends PartProps<Words['explorer']> {
  placesUrl: string;
  /** Whether the page's first answers are there. */
  isSettled: boolean;
}

/** The roof's place, first on the page: by name or by coordinates. */
export function PlaceBox({ state, change, words, placesUrl, isSettled }: PlaceProps) {
  const [wasMoved, setMoved] = useState(false);
  const name = usePlaceName(state, words, placesUrl, isSettled || wasMoved);
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
        placesUrl={placesUrl}
        current={name ?? ''}
        setNotice={setNotice}
        choose={({ lat, lng }) => go(lat, lng)}
      />
      <p role="status">{notice}</p>
    </section>
  );
}

/**
 * Names the roof's place, or the nearest one and how far it is. Null until known.
 * @param isSettled whether the page's first answers are there, or a place was chosen: the places may come
 */
function usePlaceName(
  { lat, lng, lang }: ExplorerState,
  words: Words['explorer'],
  placesUrl: string,
  isSettled: boolean,
): string | null {
  const [list, setList] = useState<PlaceList | null>(null);
  useEffect(() => {
    // The coordinates are shown without a name, too.
    if (isSettled) loadPlaceList(placesUrl).then(setList, () => {});
  }, [placesUrl, isSettled]);
  return useMemo(
    () => list && namePlace(list, { lat, lng }, words.near, lang),
    [list, lat, lng, lang, words],
  );
}
