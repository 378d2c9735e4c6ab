import { useEffect, useMemo, useState } from 'preact/hooks';
import { fill, formatNumber } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import type { PageMap } from '../../ui/draw-map.ts';
import { loadPlaceList } from '../../ui/load-places.ts';
import { namePlace } from '../../ui/nearest-place.ts';
import { MapLegend, PlaceMap, roundDegrees } from '../../ui/place-map.tsx';
import { PlaceSearch } from '../../ui/place-search.tsx';
import type { PlaceList } from '../../ui/places.ts';
import type { PlacesUrls } from '../../ui/script-data.ts';
import type { ExplorerState, PartProps } from '../state.ts';

interface PlaceProps extends PartProps<Words['explorer']> {
  places: PlacesUrls;
  /** Whether the page's first answers are there. */
  isSettled: boolean;
}

/** The roof's place, first on the page: by name, by coordinates or by the device. */
export function PlaceBox({ state, change, words, places, isSettled }: PlaceProps) {
  const [wasMoved, setMoved] = useState(false);
  const name = usePlaceName(state, words, places, isSettled || wasMoved);
  const [notice, setNotice] = useState('');
  const go = (lat: number, lng: number) => {
    setNotice('');
    setMoved(true);
    change({ lat, lng });
  };
  const findHere = () => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => go(roundDegrees(coords.latitude), roundDegrees(coords.longitude)),
      () => setNotice(words.hereFailed),
      { timeout: 10000, maximumAge: 600000 },
    );
  };
  const where = fill(words.at, {
    lat: formatNumber(state.lat, state.lang, 2),
    lng: formatNumber(state.lng, state.lang, 2),
  });
  return (
    <section class="place-box" aria-label={words.place}>
      <PlaceSearch
        words={words}
        places={places}
        setNotice={setNotice}
        choose={({ lat, lng }) => go(lat, lng)}
      />
      <p class="where">
        <span>
          <strong>{name}</strong>
          {where}
        </span>
        {'geolocation' in navigator && (
          <button type="button" onClick={findHere}>
            {words.here}
          </button>
        )}
      </p>
      <p role="status">{notice}</p>
    </section>
  );
}

/** The roof's place on the map. */
export function PlaceOnMap({
  state,
  change,
  words,
  map,
}: PartProps<Words['explorer']> & { map: PageMap }) {
  return (
    <section class="panel place" aria-labelledby="place">
      <h2 id="place">{words.onMap}</h2>
      <div class="map-room">
        <PlaceMap map={map} at={state} words={words} go={(lat, lng) => change({ lat, lng })} />
      </div>
      <div>
        <MapLegend map={map} language={state.lang} words={words} />
      </div>
    </section>
  );
}

/**
 * Names the roof's place, or the nearest one and how far it is; null until known.
 * @param isSettled whether the page's first answers are there, or a place was chosen: the places may come
 */
function usePlaceName(
  { lat, lng, lang }: ExplorerState,
  words: Words['explorer'],
  urls: PlacesUrls,
  isSettled: boolean,
): string | null {
  const [list, setList] = useState<PlaceList | null>(null);
  useEffect(() => {
    // The coordinates are shown without a name, too.
    if (isSettled) loadPlaceList(urls).then(setList, () => {});
  }, [urls, isSettled]);
  return useMemo(
    () => list && namePlace(list, { lat, lng }, words.near, lang),
    [list, lat, lng, lang, words],
  );
}
