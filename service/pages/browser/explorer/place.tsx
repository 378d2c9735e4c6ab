import { useState } from 'preact/hooks';
import type { PageMap } from '../../shared/draw-map.ts';
import type { PartProps } from '../../shared/state.ts';
import { fill, written } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import { MapLegend, PlaceMap } from '../place-map.tsx';
import { PlaceSearch } from '../place-search.tsx';
import { usePlaceName } from './use-place-name.ts';

interface PlaceProps extends PartProps<Words['explorer']> {
  map: PageMap | null;
  /** Address of the places by name. */
  placesUrl: string;
  /** Whether the page's first answers are there. */
  isSettled: boolean;
}

/** Where the roof is: by name, by coordinates, by the device or on the map. */
export function PlacePart({ state, change, words, map, placesUrl, isSettled }: PlaceProps) {
  const name = usePlaceName(state, words, placesUrl, isSettled);
  const [notice, setNotice] = useState('');
  const go = (lat: number, lng: number) => {
    setNotice('');
    change({ lat, lng });
  };
  const findHere = () => {
    navigator.geolocation.getCurrentPosition(
      // To 100 m: the address can be shared, and the yield is no finer.
      ({ coords }) => go(toThousandth(coords.latitude), toThousandth(coords.longitude)),
      () => setNotice(words.hereFailed),
      { timeout: 10000, maximumAge: 600000 },
    );
  };
  const where = fill(words.at, {
    lat: written(state.lat, state.lang, 2),
    lng: written(state.lng, state.lang, 2),
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

function toThousandth(degrees: number): number {
  return Math.round(1000 * degrees) / 1000;
}
