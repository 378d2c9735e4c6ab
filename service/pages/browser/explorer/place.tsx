import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PageMap } from '../../shared/draw-map.ts';
import type { PlaceList } from '../../shared/places.ts';
import type { ExplorerState, PartProps } from '../../shared/state.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import { findNearestPlace } from '../find-places.ts';
import { MapLegend, PlaceMap, roundDegrees } from '../place-map.tsx';
import { PlaceSearch } from '../place-search.tsx';

/** A place as near as this gives the roof its name. */
const THERE_KM = 3;
/** A place farther than this does not say where a roof is. */
const FAR_KM = 60;

interface PlaceProps extends PartProps<Words['explorer']> {
  map: PageMap | null;
  /** Address of the places by name. */
  placesUrl: string;
  /** Whether the page's first answers are there. */
  isSettled: boolean;
}

/** The roof's place: by name, by coordinates, by the device or on the map. */
export function PlacePart({ state, change, words, map, placesUrl, isSettled }: PlaceProps) {
  const name = usePlaceName(state, words, placesUrl, isSettled);
  const [notice, setNotice] = useState('');
  const go = (lat: number, lng: number) => {
    setNotice('');
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
    <section class="panel place" aria-labelledby="place">
      <h2 id="place">{words.place}</h2>
      <PlaceSearch
        words={words}
        placesUrl={placesUrl}
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
      {map && <PlaceMap map={map} at={state} words={words} go={go} />}
      {map && <MapLegend map={map} language={state.lang} words={words} />}
    </section>
  );
}

/**
 * Names the roof's place, or the nearest one and how far it is; null until known.
 * @param url address of the places by name
 * @param isSettled whether the page's first answers are there, and the places may come
 */
function usePlaceName(
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
      // The coordinates are shown without a name, too.
      .then(setList, () => {});
  }, [url, isSettled]);
  return useMemo(() => {
    const nearest = list && findNearestPlace(list, lat, lng);
    if (!nearest || nearest.km > FAR_KM) return null;
    const { place, km } = nearest;
    if (km <= THERE_KM) return place.name;
    return fill(words.near, { km: formatNumber(km, lang), name: place.name });
  }, [list, lat, lng, lang, words]);
}
